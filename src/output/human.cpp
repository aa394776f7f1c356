#include "output/human.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace gpuplan::output {
namespace {

struct Scale {
  double least;
  double unit;
  std::string_view suffix;
};

/// Two significant digits, for durations: `7.7`, `16`, `120`.
std::string two_digits(double value) {
  return value < 9.95 ? fmt::format("{:.1f}", value) : fmt::format("{:.0f}", value);
}

std::string without_trailing_zeros(std::string text) {
  if (text.find('.') == std::string::npos)
    return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.'))
    text.pop_back();
  return text;
}

} // namespace

std::string human_duration(core::Milliseconds time) {
  constexpr double k_minute = 60;
  constexpr double k_hour = core::k_seconds_per_hour;
  constexpr double k_day = 24 * k_hour;
  constexpr double k_year = 12 * core::k_hours_per_month * k_hour;
  const double seconds = static_cast<double>(time.count()) / 1000.0;
  if (seconds < k_minute)
    return fmt::format("{} s", two_digits(seconds));
  if (seconds < k_hour)
    return fmt::format("{:.0f} min", seconds / k_minute);
  if (seconds < 100 * k_hour)
    return fmt::format("{} h", two_digits(seconds / k_hour));
  if (seconds < 2 * k_year)
    return fmt::format("{} d", two_digits(seconds / k_day));
  return fmt::format("{} y", two_digits(seconds / k_year));
}

std::string human_number(double number) {
  const double magnitude = std::abs(number);
  if (magnitude >= 99.95) {
    constexpr double k_most = 9e18;
    if (magnitude >= k_most)
      return fmt::format("{:.3g}", number);
    return core::with_thousands(static_cast<std::int64_t>(std::nearbyint(number)));
  }
  if (magnitude >= 9.995)
    return fmt::format("{:.1f}", number);
  if (magnitude >= 0.9995 || magnitude == 0)
    return fmt::format("{:.2f}", number);
  const int decimals = 2 - static_cast<int>(std::floor(std::log10(magnitude)));
  return without_trailing_zeros(fmt::format("{:.{}f}", number, std::min(decimals, 9)));
}

std::string human_count(double count) {
  constexpr std::array<Scale, 3> k_scales{{{1e12, 1e12, "T"}, {1e9, 1e9, "B"}, {1e6, 1e6, "M"}}};
  for (const auto& scale : k_scales) {
    if (count >= scale.least) {
      const double value = count / scale.unit;
      const int decimals = value >= 100 ? 0 : (value >= 10 ? 1 : 2);
      return without_trailing_zeros(fmt::format("{:.{}f}", value, decimals)) +
             std::string(scale.suffix);
    }
  }
  if (count == std::floor(count))
    return core::with_thousands(static_cast<std::int64_t>(count));
  return human_number(count);
}

std::string human_amount(double amount) {
  return human_number(amount);
}

std::string human_money(core::Money amount) {
  return human_number(amount.to_double());
}

std::string human_gib(core::Bytes size) {
  constexpr double k_binary = 1024;
  constexpr double k_least = 0.1;
  const double count = core::to_gib(size);
  if (count >= 99.95)
    return core::with_thousands(static_cast<std::int64_t>(std::nearbyint(count)));
  if (count >= k_least)
    return fmt::format("{:.1f}", count);
  if (size.count() <= 0)
    return "0";
  const double mib = count * k_binary;
  return mib >= k_least ? human_number(mib) + " MiB" : human_number(mib * k_binary) + " KiB";
}

std::string human_size(core::Bytes size) {
  auto text = human_gib(size);
  return text.ends_with('B') ? text : text + " GiB";
}

std::string human_percent(double fraction) {
  if (!std::isfinite(fraction))
    return "not known";
  const double percent = fraction * 100;
  return std::abs(percent) < 9.95 && percent != 0 ? fmt::format("{:.1f} %", percent)
                                                  : fmt::format("{:.0f} %", percent);
}

std::string human_flops(double flops) {
  constexpr std::array<Scale, 6> k_scales{{{1e21, 1e21, "Z"},
                                           {1e18, 1e18, "E"},
                                           {1e15, 1e15, "P"},
                                           {1e12, 1e12, "T"},
                                           {1e9, 1e9, "G"},
                                           {0, 1e6, "M"}}};
  for (const auto& scale : k_scales) {
    if (flops >= scale.least) {
      return fmt::format("{} {}FLOP", human_number(flops / scale.unit), scale.suffix);
    }
  }
  return "0 FLOP";
}

std::string rates_text(const cost::ExchangeRates& exchange) {
  std::string text;
  for (const auto& rate : exchange.rates()) {
    text += fmt::format("{}1 {} = {} {} on {}",
                        text.empty() ? "" : ", ",
                        rate.from.code(),
                        core::to_decimal(rate.price),
                        rate.to().code(),
                        core::to_string(rate.date));
  }
  return text;
}

} // namespace gpuplan::output
