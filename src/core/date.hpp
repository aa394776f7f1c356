#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace gpuplan::core {

/// A calendar day, UTC.
using Date = std::chrono::sys_days;

/// Reads `YYYY-MM-DD` and nothing else; days that do not exist are refused.
std::optional<Date> parse_date(std::string_view text);

/// `2026-11-30`.
std::string to_string(Date date);

/// `Nov 2026`, for table cells.
std::string month_and_year(Date date);

/// Whole days from `from` to `to`; negative where `to` is earlier.
inline long days_between(Date from, Date to) {
  return static_cast<long>((to - from).count());
}

} // namespace gpuplan::core
