#include "facts/expression_scanner.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::facts {

std::variant<Scanned, ExpressionError> ExpressionScanner::run() {
  if (text_.size() > k_longest_expression) {
    fail(k_longest_expression,
         1,
         fmt::format("met {} characters, over the limit of {}", text_.size(), k_longest_expression),
         "split the condition into several",
         "FCT003");
    return *error_;
  }
  for (skip_blanks(); !error_ && at_ < text_.size(); skip_blanks()) {
    if (value_expected_)
      read_value();
    else
      read_operator();
  }
  if (!error_)
    finish();
  if (error_)
    return *error_;
  scanned_.program = program_.finish();
  if (const auto fault = program_.impossible()) {
    fail(fault->offset,
         1,
         fault->by_zero ? "met a division by zero, which has no value for any plan"
                        : "met constants whose result is beyond what a number can hold");
    return *error_;
  }
  return std::move(scanned_);
}

void ExpressionScanner::fail(std::size_t offset,
                             std::size_t length,
                             std::string headline,
                             std::string help,
                             std::string_view code) {
  if (error_)
    return;
  error_ = {.code = std::string(code),
            .headline = std::move(headline),
            .help = std::move(help),
            .offset = offset,
            .length = std::max<std::size_t>(length, 1)};
}

void ExpressionScanner::skip_blanks() {
  while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n'))
    ++at_;
}

std::string_view ExpressionScanner::token_here() const {
  std::size_t end = at_ + 1;
  if (is_name_char(text_[at_])) {
    while (end < text_.size() && is_name_char(text_[end]))
      ++end;
  } else {
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0U) == 0x80U)
      ++end;
  }
  return text_.substr(at_, end - at_);
}

void ExpressionScanner::fail_here(std::string_view expected) {
  const auto token = token_here();
  fail(at_,
       token.size(),
       fmt::format("met {}, expected {}", token, expected),
       std::string(help_for_foreign(token)));
}

void ExpressionScanner::read_operator() {
  const char c = text_[at_];
  if (c == ')') {
    close_frame();
    return;
  }
  if (c == ',') {
    next_argument();
    return;
  }
  const Operator* between = operator_at(rest());
  if (between == nullptr) {
    fail_here("an operator");
    return;
  }
  bool& compared = frames_.empty() ? compared_ : frames_.back().compared;
  if (between->is_comparison() && compared) {
    fail(at_,
         between->sign.size(),
         fmt::format("met a second comparison {} of one value", between->sign),
         "join comparisons with &&, or use parentheses");
    return;
  }
  if (between->is_comparison())
    compared = true;
  else if (between->is_logical())
    compared = false;
  program_.binary(*between, at_);
  at_ += between->sign.size();
  value_expected_ = true;
}

void ExpressionScanner::next_argument() {
  if (frames_.empty() || frames_.back().function == nullptr) {
    fail(at_, 1, "met a comma outside of a function", "numbers have a point: 0.5");
    return;
  }
  Frame& frame = frames_.back();
  if (++frame.arguments > frame.function->most_arguments) {
    fail_arguments(frame, at_);
    return;
  }
  frame.compared = false;
  program_.next_argument();
  ++at_;
  value_expected_ = true;
}

void ExpressionScanner::fail_arguments(const Frame& frame, std::size_t offset) {
  const Function& function = *frame.function;
  fail(offset,
       1,
       fmt::format("met {} {} for {}, expected {}{}",
                   frame.arguments,
                   frame.arguments == 1 ? "argument" : "arguments",
                   function.name,
                   function.least_arguments,
                   function.is_variadic() ? " or more" : ""));
}

void ExpressionScanner::open_frame(const Function* function, std::size_t offset) {
  if (frames_.size() >= k_deepest_parentheses) {
    fail(offset,
         1,
         fmt::format("met more than {} parentheses in one another", k_deepest_parentheses),
         {},
         "FCT003");
    return;
  }
  frames_.push_back({.function = function, .offset = offset});
  program_.open(function);
  value_expected_ = true;
  after_sign_ = false;
}

void ExpressionScanner::close_frame() {
  if (frames_.empty()) {
    fail(at_, 1, "met ) without its (");
    return;
  }
  const Frame frame = frames_.back();
  if (frame.function != nullptr && frame.arguments < frame.function->least_arguments) {
    fail_arguments(frame, at_);
    return;
  }
  frames_.pop_back();
  program_.close();
  ++at_;
}

void ExpressionScanner::finish() {
  if (value_expected_) {
    fail(text_.size(),
         1,
         program_.empty() ? "met nothing, expected an expression"
                          : "met the end, expected a number or a fact");
  } else if (!frames_.empty()) {
    fail(frames_.back().offset, 1, "met ( without its )");
  }
}

std::variant<Scanned, ExpressionError> scan(std::string_view text,
                                            std::span<const std::string_view> allowed_names) {
  return ExpressionScanner(text, allowed_names).run();
}

} // namespace gpuplan::facts
