#include "facts/print.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gpuplan::facts {
namespace {

constexpr int k_significant_digits = 6;
constexpr int k_money_decimals = 2;

/// Digits before the point: 1 for 0 to 9.99, 3 for 123.
int whole_digits(double magnitude) {
  return magnitude < 1.0 ? 1 : static_cast<int>(std::floor(std::log10(magnitude))) + 1;
}

/// Without the zeros at the end of a fraction, down to `least` decimals.
void trim_zeros(std::string& digits, int least) {
  const auto point = digits.find('.');
  if (point == std::string::npos)
    return;
  const std::size_t shortest = point + 1 + static_cast<std::size_t>(least);
  while (digits.size() > shortest && digits.ends_with('0'))
    digits.pop_back();
  if (digits.ends_with('.'))
    digits.pop_back();
}

std::string small_number(double value, int decimals) {
  const bool vanishes = std::abs(value) < 0.5 * std::pow(10.0, -decimals);
  if (vanishes && std::abs(value) > 0.0)
    return fmt::format("{:.2g}", value);
  return {};
}

std::string plain_number(double value, int decimals, int least_decimals, double thousands_from) {
  if (std::string small = small_number(value, decimals); !small.empty())
    return small;
  const int room = std::max(k_significant_digits - whole_digits(std::abs(value)), 0);
  int shown = std::min(decimals, room);
  if (shown < least_decimals)
    shown = 0;
  std::string digits = fmt::format("{:.{}f}", value + 0.0, shown); // -0 becomes 0
  trim_zeros(digits, std::min(least_decimals, shown));
  if (std::abs(value) >= thousands_from)
    return core::group_thousands(std::move(digits));
  return digits;
}

} // namespace

std::string print(const FactRef& ref, double value, int more_decimals) {
  const Fact& row = fact(ref.id);
  if (row.kind == FactKind::boolean)
    return std::abs(value) > 0.0 ? "yes" : "no";
  if (row.unit == "share") {
    constexpr double k_percent = 100.0;
    return plain_number(value * k_percent, std::max(row.decimals - 2, 0) + more_decimals, 0, 1e3) +
           " %";
  }
  constexpr double k_from_with_unit = 1e3;
  constexpr double k_from_without = 1e4; // a sequence of 4096 is read more easily than 4,096
  const int least_decimals = row.is_money() ? k_money_decimals : 0;
  const double from = row.unit.empty() ? k_from_without : k_from_with_unit;
  std::string text = plain_number(value, row.decimals + more_decimals, least_decimals, from);
  if (!row.unit.empty())
    text.append(" ").append(unit_of(ref));
  return text;
}

std::string print(const FactRef& ref, const FactValues& values) {
  if (fact(ref.id).kind == FactKind::text)
    return std::string(values.text(ref).value_or("?"));
  const auto value = values.number(ref);
  return value ? print(ref, *value) : "?";
}

} // namespace gpuplan::facts
