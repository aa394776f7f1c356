#include "core/money.hpp"

#include "core/currency_codes.hpp"
#include "core/ensure.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace gpuplan::core {
namespace {

__extension__ using Int128 = __int128;

constexpr int k_nano_digits = 9;
constexpr std::int64_t k_milliseconds_in_hour = 3'600'000;

std::optional<std::int64_t> narrow(Int128 value) {
  if (value > std::numeric_limits<std::int64_t>::max() ||
      value < std::numeric_limits<std::int64_t>::min()) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(value);
}

/// Half to even, for any signs; `denominator` is positive.
Int128 divide_half_even(Int128 numerator, Int128 denominator) {
  const bool negative = numerator < 0;
  const Int128 magnitude = negative ? -numerator : numerator;
  Int128 quotient = magnitude / denominator;
  const Int128 twice_rest = 2 * (magnitude % denominator);
  if (twice_rest > denominator || (twice_rest == denominator && quotient % 2 != 0))
    ++quotient;
  return negative ? -quotient : quotient;
}

/// rate × time ÷ 1 h without 128-bit division, which costs ten times as much: with
/// rate = whole × 3.6·10^6 + rest, the product is whole × time + rest × time ÷ 3.6·10^6. Nothing
/// where a part leaves 64 bits or a sign is negative; the same result otherwise.
std::optional<std::int64_t> everyday_times_hours(std::int64_t rate, std::int64_t milliseconds) {
  if (rate < 0 || milliseconds < 0)
    return std::nullopt;
  constexpr std::uint64_t k_hour{k_milliseconds_in_hour};
  const auto hourly = static_cast<std::uint64_t>(rate);
  const auto time = static_cast<std::uint64_t>(milliseconds);
  std::uint64_t whole = 0;
  std::uint64_t rest = 0;
  if (__builtin_mul_overflow(hourly / k_hour, time, &whole) ||
      __builtin_mul_overflow(hourly % k_hour, time, &rest)) {
    return std::nullopt;
  }
  std::uint64_t nanos = 0;
  if (__builtin_add_overflow(whole, rest / k_hour, &nanos))
    return std::nullopt;
  // Half to even without a branch, which would be guessed wrong every other time: an odd quotient
  // tips a half.
  const std::uint64_t twice_rest = 2 * (rest % k_hour);
  nanos += static_cast<std::uint64_t>(twice_rest + nanos % 2 > k_hour);
  if (nanos > std::uint64_t{std::numeric_limits<std::int64_t>::max()})
    return std::nullopt;
  return static_cast<std::int64_t>(nanos);
}

std::int64_t power_of_ten(int exponent) {
  std::int64_t power = 1;
  for (int i = 0; i < exponent; ++i)
    power *= 10;
  return power;
}

} // namespace

std::optional<Currency> Currency::parse(std::string_view code) {
  if (code.size() != 3)
    return std::nullopt;
  Currency currency;
  for (std::size_t i = 0; i < 3; ++i) {
    if (code[i] < 'A' || code[i] > 'Z')
      return std::nullopt;
    currency.code_[i] = code[i];
  }
  return currency;
}

std::optional<Currency> Currency::parse_typed(std::string_view code) {
  std::string upper(code);
  std::ranges::transform(upper, upper.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return is_listed_currency(upper) ? parse(upper) : std::nullopt;
}

std::optional<Money> Money::parse(std::string_view decimal, Currency currency) {
  const bool negative = decimal.starts_with('-');
  if (negative)
    decimal.remove_prefix(1);
  const auto point = decimal.find('.');
  const auto whole = decimal.substr(0, point);
  const auto fraction =
      point == std::string_view::npos ? std::string_view{} : decimal.substr(point + 1);
  const bool empty_fraction = point != std::string_view::npos && fraction.empty();
  if (whole.empty() || empty_fraction || fraction.size() > k_nano_digits)
    return std::nullopt;
  constexpr std::size_t k_most_whole_digits = 10;
  if (whole.size() > k_most_whole_digits)
    return std::nullopt;
  Int128 nanos = 0;
  for (const auto part : {whole, fraction}) {
    for (const char c : part) {
      if (c < '0' || c > '9')
        return std::nullopt;
      nanos = nanos * 10 + (c - '0');
    }
  }
  nanos *= power_of_ten(k_nano_digits - static_cast<int>(fraction.size()));
  const auto fitting = narrow(negative ? -nanos : nanos);
  if (!fitting)
    return std::nullopt;
  return Money{*fitting, currency};
}

Money operator+(Money a, Money b) {
  GPUPLAN_ENSURE(a.currency_ == b.currency_);
  const auto sum = narrow(Int128{a.nanos_} + b.nanos_);
  GPUPLAN_ENSURE(sum.has_value());
  return Money{*sum, a.currency_};
}

Money operator-(Money a, Money b) {
  GPUPLAN_ENSURE(a.currency_ == b.currency_);
  const auto difference = narrow(Int128{a.nanos_} - b.nanos_);
  GPUPLAN_ENSURE(difference.has_value());
  return Money{*difference, a.currency_};
}

std::strong_ordering operator<=>(const Money& a, const Money& b) {
  GPUPLAN_ENSURE(a.currency_ == b.currency_);
  return a.nanos_ <=> b.nanos_;
}

std::optional<Money> times_hours(Money hourly, Milliseconds time) {
  const auto nanos = nanos_times_hours(hourly.nanos(), time);
  if (!nanos)
    return std::nullopt;
  return Money{*nanos, hourly.currency()};
}

std::optional<std::int64_t> nanos_times_hours(std::int64_t hourly_nanos, Milliseconds time) {
  if (const auto nanos = everyday_times_hours(hourly_nanos, time.count()))
    return nanos;
  return narrow(divide_half_even(Int128{hourly_nanos} * time.count(), k_milliseconds_in_hour));
}

std::optional<Money> scale(Money amount, std::int64_t numerator, std::int64_t denominator) {
  GPUPLAN_ENSURE(denominator > 0);
  const auto nanos = narrow(divide_half_even(Int128{amount.nanos()} * numerator, denominator));
  if (!nanos)
    return std::nullopt;
  return Money{*nanos, amount.currency()};
}

std::optional<Money> scale(Money amount, double factor) {
  const double nanos = std::nearbyint(static_cast<double>(amount.nanos()) * factor);
  constexpr double k_limit = 9.2e18;
  if (!(std::abs(nanos) < k_limit))
    return std::nullopt;
  return Money{static_cast<std::int64_t>(nanos), amount.currency()};
}

std::string to_decimal(Money amount) {
  std::string text = to_fixed(amount, k_nano_digits);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.'))
    text.pop_back();
  return text;
}

std::vector<Money> rounded_parts(std::span<const Money> parts, int decimals) {
  GPUPLAN_ENSURE(decimals >= 0 && decimals <= k_nano_digits);
  const std::int64_t unit = power_of_ten(k_nano_digits - decimals);
  std::vector<Money> rounded;
  std::vector<std::pair<std::int64_t, std::size_t>> lost; // negative, so that most sorts first
  Int128 sum = 0;
  Int128 cut = 0;
  for (const Money& part : parts) {
    const std::int64_t rest = (part.nanos() % unit + unit) % unit;
    lost.emplace_back(-rest, lost.size());
    sum += part.nanos();
    cut += part.nanos() - rest;
    rounded.emplace_back(part.nanos() - rest, part.currency());
  }
  std::sort(lost.begin(), lost.end());
  const auto lacking = static_cast<std::size_t>(divide_half_even(sum, unit) - cut / unit);
  for (std::size_t i = 0; i < lacking; ++i)
    rounded[lost[i].second] += Money{unit, rounded[lost[i].second].currency()};
  return rounded;
}

std::string to_fixed(Money amount, int decimals) {
  GPUPLAN_ENSURE(decimals >= 0 && decimals <= k_nano_digits);
  const Int128 rounded =
      divide_half_even(Int128{amount.nanos()}, power_of_ten(k_nano_digits - decimals));
  const bool negative = rounded < 0;
  const auto magnitude = static_cast<std::uint64_t>(negative ? -rounded : rounded);
  const auto unit = static_cast<std::uint64_t>(power_of_ten(decimals));
  const char* sign = negative ? "-" : "";
  if (decimals == 0)
    return fmt::format("{}{}", sign, magnitude);
  return fmt::format("{}{}.{:0{}}", sign, magnitude / unit, magnitude % unit, decimals);
}

std::string to_grouped(Money amount, int decimals) {
  return group_thousands(to_fixed(amount, decimals));
}

} // namespace gpuplan::core
