#include "facts/expression.hpp"

#include "core/ensure.hpp"
#include "core/text.hpp"
#include "facts/expression_parser.hpp"
#include "facts/expression_scan.hpp"
#include "source/source_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gpuplan::facts {
namespace {

constexpr double k_unknown = std::numeric_limits<double>::quiet_NaN();

/// One parser a thread to copy from: building one takes three times as long as a copy.
const ExpressionParser& prototype() {
  thread_local const ExpressionParser parser;
  return parser;
}

core::Known<bool> passes(const TextTest& test, const FactValues& values) {
  if (test.kind == TextTest::Kind::place)
    return values.in_place(test.pattern);
  const auto text = values.text(test.fact);
  // A job without the label is known not to have this value.
  if (!text && test.fact.id == FactId::label)
    return false;
  return text.transform([&](std::string_view met) { return core::glob_match(test.pattern, met); });
}

bool is_known(const FactRef& ref, const FactValues& values) {
  if (ref.id == FactId::label)
    return true;
  if (fact(ref.id).kind == FactKind::text)
    return values.text(ref.id).known();
  return values.number(ref).known();
}

bool place_is_known(std::span<const TextTest> tests, const FactValues& values) {
  return std::all_of(tests.begin(), tests.end(), [&](const TextTest& test) {
    return test.kind != TextTest::Kind::place || passes(test, values).known();
  });
}

} // namespace

struct Expression::Compiled {
  Compiled(std::string written, Scanned parts)
      : text(std::move(written)),
        scanned(std::move(parts)),
        slots(scanned.facts.size() + scanned.tests.size(), k_unknown),
        parser(prototype()) {
    for (std::size_t i = 0; i < slots.size(); ++i)
      parser.DefineVar(variable_name(i), &slots[i]);
    parser.SetExpr(scanned.formula);
    parser.Eval(); // compiles; what `scan` accepts never throws
  }

  [[nodiscard]] std::string variable_name(std::size_t slot) const {
    const std::size_t facts = scanned.facts.size();
    return slot < facts ? fmt::format("v{}", slot) : fmt::format("t{}", slot - facts);
  }

  std::string text;
  Scanned scanned;
  std::vector<double> slots; ///< where the parser reads: the facts, then the tests
  ExpressionParser parser;
};

Expression::Expression(std::unique_ptr<Compiled> compiled) : compiled_(std::move(compiled)) {}

Expression::Expression(const Expression& other)
    : compiled_(std::make_unique<Compiled>(other.compiled_->text, other.compiled_->scanned)) {}

Expression& Expression::operator=(const Expression& other) {
  if (this != &other)
    *this = Expression(other);
  return *this;
}

Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;
Expression::~Expression() = default;

core::Known<double> Expression::evaluate(const FactValues& values) const {
  auto slot = compiled_->slots.begin();
  for (const auto& ref : compiled_->scanned.facts)
    *slot++ = values.number(ref).value_or(k_unknown);
  for (const auto& test : compiled_->scanned.tests) {
    const auto result = passes(test, values);
    *slot++ = result ? (*result ? 1.0 : 0.0) : k_unknown;
  }
  const double result = compiled_->parser.Eval();
  if (std::isfinite(result))
    return result;
  for (const auto& ref : compiled_->scanned.facts) {
    if (const auto value = values.number(ref); !value)
      return core::Unknown{value.why_unknown()};
  }
  for (const auto& test : compiled_->scanned.tests) {
    if (const auto passed = passes(test, values); !passed)
      return core::Unknown{passed.why_unknown()};
  }
  return core::Unknown{std::isinf(result) ? "beyond what can be computed" : "a division by zero"};
}

std::string_view Expression::first_unknown(const FactValues& values) const {
  const Scanned& scanned = compiled_->scanned;
  for (std::size_t i = 0; i < scanned.names.size(); ++i) {
    const auto& ref = scanned.name_refs[i];
    if (ref ? !is_known(*ref, values) : !place_is_known(scanned.tests, values))
      return scanned.names[i];
  }
  return {};
}

std::span<const std::string> Expression::names() const {
  return compiled_->scanned.names;
}

Stage Expression::stage() const {
  return compiled_->scanned.stage;
}

std::string_view Expression::text() const {
  return compiled_->text;
}

std::variant<Expression, ExpressionError> compile(std::string_view text,
                                                  std::span<const std::string_view> allowed_names) {
  auto scanned = scan(text, allowed_names);
  if (auto* error = std::get_if<ExpressionError>(&scanned))
    return std::move(*error);
  return Expression(std::make_unique<Expression::Compiled>(std::string(text),
                                                           std::get<Scanned>(std::move(scanned))));
}

core::Diagnostic
diagnose(const ExpressionError& error, std::string_view origin, std::string_view text) {
  std::string line(text);
  std::replace(line.begin(), line.end(), '\n', ' ');
  const source::SourceText source(std::string(origin), std::move(line));
  auto at = source.position_of(error.offset);
  const auto end = source.position_of(error.offset + error.length);
  at.length = std::max(end.column - at.column, 1U);
  return {
      .code = error.code, .headline = error.headline, .at = source.span(at), .help = error.help};
}

} // namespace gpuplan::facts
