#include "core/number_text.hpp"
#include "core/text.hpp"
#include "facts/expression_scanner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

// The part of the scanner that reads values: numbers, signs, facts, functions, tests.

namespace gpuplan::facts {
namespace {

constexpr std::string_view k_place = "place";
constexpr std::string_view k_test_suffix = "_is";

std::string did_you_mean(std::optional<std::string_view> near) {
  return near ? fmt::format("did you mean {}?", *near) : "";
}

/// Takes `team=nlp` apart into the label and the glob; false where there is no label.
bool split_label(TextTest& test) {
  const auto equals = test.pattern.find('=');
  if (equals == 0 || equals == std::string::npos)
    return false;
  test.fact.label = test.pattern.substr(0, equals);
  test.pattern.erase(0, equals + 1);
  return true;
}

} // namespace

void ExpressionScanner::read_value() {
  const char c = text_[at_];
  if (is_digit(c) || c == '.')
    read_number();
  else if (is_name_start(c))
    read_name();
  else if (c == '(')
    open_frame(nullptr, at_++);
  else if (c == '-' || c == '!')
    read_sign();
  else if (c == '"' || c == '\'')
    fail(at_,
         1,
         "met a text, expected a number or a fact",
         "texts stand in tests alone, such as provider_is(\"aws\")");
  else
    fail_here("a number or a fact");
}

void ExpressionScanner::read_number() {
  const std::size_t length = core::number_length(rest());
  const std::size_t end = at_ + length;
  const bool ends_there = end >= text_.size() || !is_name_char(text_[end]);
  if (length == 0 || !ends_there) {
    const auto token = token_here();
    fail(at_,
         token.size(),
         fmt::format("met {}, expected a plain number", token),
         length == 0 ? "write a number such as 12, 0.5 or 1e9"
                     : "amounts are plain numbers in the unit of the fact's name");
    return;
  }
  const std::string_view number = rest().substr(0, length);
  double value = 0;
  if (std::from_chars(number.data(), number.data() + length, value).ec != std::errc{}) {
    fail(at_, length, fmt::format("met {}, beyond what a number can hold", number));
    return;
  }
  program_.number(value);
  at_ = end;
  end_value();
}

void ExpressionScanner::read_sign() {
  if (after_sign_) {
    fail(at_, 1, "met a second sign, expected a number or a fact", "put it into parentheses");
    return;
  }
  program_.sign(text_[at_]);
  ++at_;
  after_sign_ = true;
}

void ExpressionScanner::read_name() {
  const std::size_t begin = at_;
  const std::string_view name = token_here();
  at_ += name.size();
  skip_blanks();
  if (at_ < text_.size() && text_[at_] == '(')
    read_call(name, begin);
  else
    read_fact(name, begin);
}

void ExpressionScanner::read_fact(std::string_view name, std::size_t begin) {
  const auto ref = find_fact(name);
  if (!ref) {
    const auto foreign = help_for_foreign(name);
    const bool call_without_arguments = find_function(name) != nullptr;
    fail(begin,
         name.size(),
         fmt::format("met the unknown fact {}", name),
         call_without_arguments ? fmt::format("write {}(…)", name)
         : !foreign.empty()     ? std::string(foreign)
                                : did_you_mean(nearest_fact(name)),
         "FCT002");
    return;
  }
  if (fact(ref->id).kind == FactKind::text) {
    fail(begin,
         name.size(),
         fmt::format("met {}, which is a text, expected a number", name),
         ref->id == FactId::label ? fmt::format("write label_is(\"{}=…\")", ref->label)
                                  : fmt::format("write {}_is(\"…\")", name),
         "FCT004");
    return;
  }
  if (!allow(name, begin))
    return;
  const auto known = std::find(scanned_.facts.begin(), scanned_.facts.end(), *ref);
  const auto index = static_cast<std::size_t>(known - scanned_.facts.begin());
  if (known == scanned_.facts.end())
    scanned_.facts.push_back(*ref);
  note(name, *ref, fact(ref->id).stage);
  program_.fact(index);
  end_value();
}

bool ExpressionScanner::allow(std::string_view name, std::size_t begin) {
  if (allowed_names_.empty() ||
      std::find(allowed_names_.begin(), allowed_names_.end(), name) != allowed_names_.end())
    return true;
  fail(begin,
       name.size(),
       fmt::format("met {}, which cannot be used here", name),
       did_you_mean(core::nearest(name, allowed_names_)),
       "FCT004");
  return false;
}

void ExpressionScanner::note(std::string_view name,
                             const std::optional<FactRef>& ref,
                             Stage stage) {
  if (std::find(scanned_.names.begin(), scanned_.names.end(), name) == scanned_.names.end()) {
    scanned_.names.emplace_back(name);
    scanned_.name_refs.push_back(ref);
  }
  scanned_.stage = std::max(scanned_.stage, stage);
}

void ExpressionScanner::read_call(std::string_view name, std::size_t begin) {
  if (const Function* function = find_function(name)) {
    open_frame(function, at_++);
  } else if (name == "in_place") {
    read_test({.kind = TextTest::Kind::place}, k_place, Stage::offer, begin);
  } else if (name == "label_is") {
    read_test({.fact = {.id = FactId::label}}, fact(FactId::label).name, Stage::job, begin);
  } else if (name.ends_with(k_test_suffix)) {
    read_fact_test(name, begin);
  } else {
    fail(begin,
         name.size(),
         fmt::format("met the unknown function {}", name),
         find_fact(name) ? fmt::format("{} is a fact; put an operator before the parenthesis", name)
                         : "there are if, min, max, ceil, floor, and tests such as "
                           "provider_is(\"aws\")",
         "FCT002");
  }
}

void ExpressionScanner::read_fact_test(std::string_view name, std::size_t begin) {
  const std::string_view tested = name.substr(0, name.size() - k_test_suffix.size());
  const auto ref = find_fact(tested);
  if (!ref) {
    const auto near = nearest_fact(tested);
    fail(begin,
         name.size(),
         fmt::format("met a test of the unknown fact {}", tested),
         near ? fmt::format("did you mean {}_is?", *near) : "",
         "FCT002");
    return;
  }
  if (fact(ref->id).kind != FactKind::text) {
    fail(begin,
         name.size(),
         fmt::format("met {}, but {} is no text", name, tested),
         fact(ref->id).kind == FactKind::boolean ? fmt::format("write {} or !{}", tested, tested)
                                                 : fmt::format("write {} == …", tested),
         "FCT004");
    return;
  }
  read_test({.fact = *ref}, fact(ref->id).name, fact(ref->id).stage, begin);
}

void ExpressionScanner::read_test(TextTest test,
                                  std::string_view name,
                                  Stage stage,
                                  std::size_t begin) {
  ++at_; // the parenthesis
  skip_blanks();
  const std::size_t quote = at_;
  const std::size_t closing = quote < text_.size() && text_[quote] == '"'
                                  ? text_.find('"', quote + 1)
                                  : std::string_view::npos;
  if (closing == std::string_view::npos) {
    fail(std::min(quote, text_.size()),
         1,
         "met no text in double quotes, expected one",
         fmt::format("write {}(\"…\")", text_.substr(begin, text_.find('(', begin) - begin)));
    return;
  }
  test.pattern = text_.substr(quote + 1, closing - quote - 1);
  const bool is_label = test.kind == TextTest::Kind::fact && test.fact.id == FactId::label;
  if (is_label && !split_label(test)) {
    fail(quote,
         closing + 1 - quote,
         fmt::format("met \"{}\", expected a label and its value", test.pattern),
         "write label_is(\"team=nlp\")");
    return;
  }
  if (test.pattern.empty() && !is_label) {
    fail(quote, 2, "met an empty text, expected a name or a glob", "* matches any run");
    return;
  }
  at_ = closing + 1;
  skip_blanks();
  if (at_ >= text_.size() || text_[at_] != ')') {
    fail(at_, 1, "met no closing parenthesis after the text", "a test takes one text");
    return;
  }
  ++at_;
  test.is_word = !is_label && test.kind == TextTest::Kind::fact &&
                 test.pattern.find_first_of("*?") == std::string::npos;
  if (!allow(name, begin))
    return;
  if (test.kind == TextTest::Kind::place)
    note(name, std::nullopt, stage);
  else
    note(name_of(test.fact), test.fact, stage);
  program_.test(scanned_.tests.size());
  scanned_.tests.push_back(std::move(test));
  end_value();
}

void ExpressionScanner::end_value() {
  value_expected_ = false;
  after_sign_ = false;
}

} // namespace gpuplan::facts
