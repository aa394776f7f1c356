#include "facts/expression_parser.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

namespace gpuplan::facts {
namespace {

constexpr double k_not_known = std::numeric_limits<double>::quiet_NaN();

bool unknown(double value) {
  return std::isnan(value);
}

bool is_zero(double value) {
  return !(value < 0.0) && !(value > 0.0) && !unknown(value);
}

double truth(bool value) {
  return value ? 1.0 : 0.0;
}

/// A comparison of two known values; unknown where one is unknown.
template <class Compare>
double compared(double a, double b, Compare compare) {
  return unknown(a) || unknown(b) ? k_not_known : truth(compare(a, b));
}

double less(double a, double b) {
  return compared(a, b, [](double x, double y) { return x < y; });
}

double less_equal(double a, double b) {
  return compared(a, b, [](double x, double y) { return x <= y; });
}

double greater(double a, double b) {
  return compared(a, b, [](double x, double y) { return x > y; });
}

double greater_equal(double a, double b) {
  return compared(a, b, [](double x, double y) { return x >= y; });
}

double equal(double a, double b) {
  return compared(a, b, [](double x, double y) { return !(x < y) && !(x > y); });
}

double not_equal(double a, double b) {
  return compared(a, b, [](double x, double y) { return x < y || x > y; });
}

/// Kleene's three values: one false decides, whatever the other is.
double logical_and(double a, double b) {
  if (is_zero(a) || is_zero(b))
    return 0.0;
  return unknown(a) || unknown(b) ? k_not_known : 1.0;
}

/// One true decides.
double logical_or(double a, double b) {
  const bool a_true = !unknown(a) && !is_zero(a);
  const bool b_true = !unknown(b) && !is_zero(b);
  if (a_true || b_true)
    return 1.0;
  return unknown(a) || unknown(b) ? k_not_known : 0.0;
}

double logical_not(double a) {
  return unknown(a) ? k_not_known : truth(is_zero(a));
}

double add(double a, double b) {
  return a + b;
}

double subtract(double a, double b) {
  return a - b;
}

double multiply(double a, double b) {
  return a * b;
}

double divide(double a, double b) {
  return is_zero(b) ? k_not_known : a / b;
}

double negate(double a) {
  return -a;
}

double choose(double condition, double then, double otherwise) {
  if (unknown(condition))
    return k_not_known;
  return is_zero(condition) ? otherwise : then;
}

bool any_unknown(const double* values, int count) {
  return std::any_of(values, values + count, unknown);
}

double least(const double* values, int count) {
  return any_unknown(values, count) ? k_not_known : *std::min_element(values, values + count);
}

double most(const double* values, int count) {
  return any_unknown(values, count) ? k_not_known : *std::max_element(values, values + count);
}

double round_up(double a) {
  return std::ceil(a);
}

double round_down(double a) {
  return std::floor(a);
}

/// Reads a number without regard to any locale; muParser's own reader goes through a stream.
int read_number(const char* text, int* position, double* value) {
  const std::string_view rest(text);
  if (rest.empty() || rest.front() < '0' || rest.front() > '9')
    return 0;
  const char* end = std::from_chars(text, text + rest.size(), *value).ptr;
  *position += static_cast<int>(end - text);
  return 1;
}

} // namespace

ExpressionParser::ExpressionParser() {
  EnableBuiltInOprt(false);
  AddValIdent(read_number);
  // Here, not in the base: a virtual call from its constructor would not arrive.
  ExpressionParser::InitCharSets();
  ExpressionParser::InitFun();
  ExpressionParser::InitOprt();
}

void ExpressionParser::InitCharSets() {
  DefineNameChars("0123456789abcdefghijklmnopqrstuvwxyz");
  DefineOprtChars("+-*/<>=!&|");
  DefineInfixOprtChars("-!");
}

void ExpressionParser::InitFun() {
  DefineFun("if", choose);
  DefineFun("min", least);
  DefineFun("max", most);
  DefineFun("ceil", round_up);
  DefineFun("floor", round_down);
}

void ExpressionParser::InitConst() {}

void ExpressionParser::InitOprt() {
  DefineInfixOprt("-", negate);
  DefineInfixOprt("!", logical_not);
  DefineOprt("||", logical_or, mu::prLOR);
  DefineOprt("&&", logical_and, mu::prLAND);
  DefineOprt("<", less, mu::prCMP);
  DefineOprt("<=", less_equal, mu::prCMP);
  DefineOprt(">", greater, mu::prCMP);
  DefineOprt(">=", greater_equal, mu::prCMP);
  DefineOprt("==", equal, mu::prCMP);
  DefineOprt("!=", not_equal, mu::prCMP);
  DefineOprt("+", add, mu::prADD_SUB);
  DefineOprt("-", subtract, mu::prADD_SUB);
  DefineOprt("*", multiply, mu::prMUL_DIV);
  DefineOprt("/", divide, mu::prMUL_DIV);
}

} // namespace gpuplan::facts
