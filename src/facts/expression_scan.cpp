#include "facts/expression_scan.hpp"

#include "core/number_text.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace gpuplan::facts {
namespace {

constexpr std::string_view k_place = "place";
constexpr std::string_view k_test_suffix = "_is";

struct Function {
  std::string_view name;
  std::size_t least_arguments;
  std::size_t most_arguments;
};

constexpr std::size_t k_any_number = k_longest_expression;
constexpr auto k_functions = std::to_array<Function>({
    {"if", 3, 3},
    {"min", 2, k_any_number},
    {"max", 2, k_any_number},
    {"ceil", 1, 1},
    {"floor", 1, 1},
});

/// Longer ones first, so that `<=` is not read as `<`.
constexpr std::array<std::string_view, 12>
    k_operators{"<=", ">=", "==", "!=", "&&", "||", "<", ">", "+", "-", "*", "/"};

/// Signs of other languages, with what to write here.
struct Foreign {
  std::string_view sign;
  std::string_view help;
};

constexpr auto k_foreign = std::to_array<Foreign>({
    {"=", "write == to compare"},
    {"&", "write && for and"},
    {"|", "write || for or"},
    {"!", "write != for not equal"},
    {"?", "write if(condition, then, else)"},
    {":", "write if(condition, then, else)"},
    {"^", "there are no powers; write a product"},
    {"%", "write a share as a number: 5 % is 0.05"},
    {"and", "write &&"},
    {"or", "write ||"},
    {"not", "write !"},
    {"in", "write a test such as provider_is(\"aws\")"},
});

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_name_char(char c) {
  return is_name_start(c) || is_digit(c) || c == '.';
}

bool is_comparison(std::string_view sign) {
  return sign.find_first_of("<>=") != std::string_view::npos || sign == "!=";
}

const Function* find_function(std::string_view name) {
  const auto* found = std::find_if(
      k_functions.begin(), k_functions.end(), [&](const Function& f) { return f.name == name; });
  return found == k_functions.end() ? nullptr : found;
}

std::string_view help_for_foreign(std::string_view token) {
  for (const auto& foreign : k_foreign) {
    if (foreign.sign == token)
      return foreign.help;
  }
  return {};
}

std::string did_you_mean(std::optional<std::string_view> near) {
  return near ? fmt::format("did you mean {}?", *near) : "";
}

/// Goes over the text once with two states: a value is expected, or an operator.
class Scanner {
public:
  Scanner(std::string_view text, std::span<const std::string_view> allowed_names)
      : text_(text),
        allowed_names_(allowed_names) {}

  std::variant<Scanned, ExpressionError> run() {
    if (text_.size() > k_longest_expression) {
      fail(k_longest_expression,
           1,
           fmt::format(
               "met {} characters, over the limit of {}", text_.size(), k_longest_expression),
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
    scanned_.formula.pop_back();
    return std::move(scanned_);
  }

private:
  /// An open parenthesis: a group, or the arguments of a function.
  struct Frame {
    const Function* function = nullptr;
    std::size_t offset = 0;
    std::size_t arguments = 1;
    bool compared = false; ///< a comparison stands in the present argument since the last && or ||
  };

  void fail(std::size_t offset,
            std::size_t length,
            std::string headline,
            std::string help = {},
            std::string_view code = "FCT001") {
    if (!error_) {
      error_ = {.code = std::string(code),
                .headline = std::move(headline),
                .help = std::move(help),
                .offset = offset,
                .length = std::max<std::size_t>(length, 1)};
    }
  }

  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n'))
      ++at_;
  }

  void emit(std::string_view token) { scanned_.formula.append(token).append(" "); }

  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }

  /// The word, number or sign at hand, for messages.
  [[nodiscard]] std::string_view token_here() const {
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

  void read_value() {
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

  void fail_here(std::string_view expected) {
    const auto token = token_here();
    fail(at_,
         token.size(),
         fmt::format("met {}, expected {}", token, expected),
         std::string(help_for_foreign(token)));
  }

  void read_number() {
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
    emit(number);
    at_ = end;
    value_expected_ = false;
    after_sign_ = false;
  }

  void read_sign() {
    if (after_sign_) {
      fail(at_, 1, "met a second sign, expected a number or a fact", "put it into parentheses");
      return;
    }
    emit(rest().substr(0, 1));
    ++at_;
    after_sign_ = true;
  }

  void open_frame(const Function* function, std::size_t offset) {
    if (frames_.size() >= k_deepest_parentheses) {
      fail(offset,
           1,
           fmt::format("met more than {} parentheses in one another", k_deepest_parentheses),
           {},
           "FCT003");
      return;
    }
    frames_.push_back({.function = function, .offset = offset});
    emit("(");
    value_expected_ = true;
    after_sign_ = false;
  }

  void read_name() {
    const std::size_t begin = at_;
    const std::string_view name = token_here();
    at_ += name.size();
    skip_blanks();
    if (at_ < text_.size() && text_[at_] == '(')
      read_call(name, begin);
    else
      read_fact(name, begin);
  }

  void read_fact(std::string_view name, std::size_t begin) {
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
    const auto index = known - scanned_.facts.begin();
    if (known == scanned_.facts.end())
      scanned_.facts.push_back(*ref);
    note(name, *ref, fact(ref->id).stage);
    emit(fmt::format("v{}", index));
    value_expected_ = false;
    after_sign_ = false;
  }

  /// Whether a name is among those the caller allows.
  bool allow(std::string_view name, std::size_t begin) {
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

  void note(std::string_view name, const std::optional<FactRef>& ref, Stage stage) {
    if (std::find(scanned_.names.begin(), scanned_.names.end(), name) == scanned_.names.end()) {
      scanned_.names.emplace_back(name);
      scanned_.name_refs.push_back(ref);
    }
    scanned_.stage = std::max(scanned_.stage, stage);
  }

  void read_call(std::string_view name, std::size_t begin) {
    if (const Function* function = find_function(name)) {
      scanned_.formula.append(function->name); // muParser wants the parenthesis at once
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
           find_fact(name)
               ? fmt::format("{} is a fact; put an operator before the parenthesis", name)
               : "there are if, min, max, ceil, floor, and tests such as "
                 "provider_is(\"aws\")",
           "FCT002");
    }
  }

  void read_fact_test(std::string_view name, std::size_t begin) {
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

  /// One quoted text in parentheses.
  void read_test(TextTest test, std::string_view name, Stage stage, std::size_t begin) {
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
    if (!allow(name, begin))
      return;
    if (test.kind == TextTest::Kind::place)
      note(name, std::nullopt, stage);
    else
      note(name_of(test.fact), test.fact, stage);
    emit(fmt::format("t{}", scanned_.tests.size()));
    scanned_.tests.push_back(std::move(test));
    value_expected_ = false;
    after_sign_ = false;
  }

  static bool split_label(TextTest& test) {
    const auto equals = test.pattern.find('=');
    if (equals == 0 || equals == std::string::npos)
      return false;
    test.fact.label = test.pattern.substr(0, equals);
    test.pattern.erase(0, equals + 1);
    return true;
  }

  void read_operator() {
    const char c = text_[at_];
    if (c == ')') {
      close_frame();
      return;
    }
    if (c == ',') {
      next_argument();
      return;
    }
    const auto* found =
        std::find_if(k_operators.begin(), k_operators.end(), [&](std::string_view sign) {
          return rest().starts_with(sign);
        });
    if (found == k_operators.end()) {
      fail_here("an operator");
      return;
    }
    bool& compared = frames_.empty() ? compared_ : frames_.back().compared;
    if (is_comparison(*found) && compared) {
      fail(at_,
           found->size(),
           fmt::format("met a second comparison {} of one value", *found),
           "join comparisons with &&, or use parentheses");
      return;
    }
    if (is_comparison(*found))
      compared = true;
    else if (*found == "&&" || *found == "||")
      compared = false;
    emit(*found);
    at_ += found->size();
    value_expected_ = true;
  }

  void next_argument() {
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
    emit(",");
    ++at_;
    value_expected_ = true;
  }

  void fail_arguments(const Frame& frame, std::size_t offset) {
    const Function& function = *frame.function;
    fail(offset,
         1,
         fmt::format("met {} {} for {}, expected {}{}",
                     frame.arguments,
                     frame.arguments == 1 ? "argument" : "arguments",
                     function.name,
                     function.least_arguments,
                     function.most_arguments == k_any_number ? " or more" : ""));
  }

  void close_frame() {
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
    emit(")");
    ++at_;
  }

  void finish() {
    if (value_expected_) {
      fail(text_.size(),
           1,
           scanned_.formula.empty() ? "met nothing, expected an expression"
                                    : "met the end, expected a number or a fact");
    } else if (!frames_.empty()) {
      fail(frames_.back().offset, 1, "met ( without its )");
    }
  }

  std::string_view text_;
  std::span<const std::string_view> allowed_names_;
  std::size_t at_ = 0;
  bool value_expected_ = true;
  bool after_sign_ = false;
  bool compared_ = false; ///< as in a frame, outside of all parentheses
  std::vector<Frame> frames_;
  Scanned scanned_;
  std::optional<ExpressionError> error_;
};

} // namespace

std::variant<Scanned, ExpressionError> scan(std::string_view text,
                                            std::span<const std::string_view> allowed_names) {
  return Scanner(text, allowed_names).run();
}

} // namespace gpuplan::facts
