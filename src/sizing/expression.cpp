#include "sizing/expression.hpp"

#include "core/units.hpp"

#include <fmt/format.h>

#include <cmath>

namespace gpuplan::sizing {

namespace {

bool is_one(double number) {
  return std::fabs(number - 1) < 1e-12;
}

} // namespace

std::string number_text(double number) {
  constexpr double k_short = 1e7;
  if (std::fabs(number) < k_short && std::floor(number) >= number)
    return fmt::format("{:.0f}", number);
  return fmt::format("{:.4g}", number);
}

std::string gib_text(double bytes) {
  return number_text(core::to_gib(core::Bytes{bytes})) + " GiB";
}

Expression::Expression(double first) : text_(number_text(first)) {}

Expression& Expression::times(double factor) {
  if (!is_one(factor))
    text_ += " x " + number_text(factor);
  return *this;
}

Expression& Expression::over(double divisor) {
  if (!is_one(divisor))
    text_ += " / " + number_text(divisor);
  return *this;
}

Expression& Expression::plus(const std::string& term) {
  text_ += " + " + term;
  return *this;
}

} // namespace gpuplan::sizing
