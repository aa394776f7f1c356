#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <ratio>
#include <string>

namespace gpuplan {

/// A calendar day, UTC: `std::chrono::year{2026} / 11 / 30`.
using Day = std::chrono::sys_days;

using Hours = std::chrono::duration<double, std::ratio<3600>>;

/// An exact amount of money.
struct Money {
  std::int64_t nano_units = 0; ///< one unit of the currency is 10^9
  std::string currency;        ///< ISO 4217, `USD`

  /// Every digit, without trailing zeros: `12`, `0.0084`.
  [[nodiscard]] std::string decimal() const;

  /// To two places, half to even: `12.00`.
  [[nodiscard]] std::string rounded() const;

  friend bool operator==(const Money&, const Money&) = default;
};

/// An estimate with its 80 % range, from the 10th to the 90th percentile.
template <class T>
struct Estimate {
  T value{};
  T low{};
  T high{};
};

/// A value, or unknown. Unknown is never zero.
template <class T>
struct Known {
  std::optional<T> value;
  std::string why_unknown; ///< empty for a value

  [[nodiscard]] explicit operator bool() const noexcept { return value.has_value(); }

  /// Ask first: std::bad_optional_access where it is unknown.
  [[nodiscard]] const T& operator*() const { return value.value(); }

  [[nodiscard]] const T* operator->() const { return &value.value(); }
};

} // namespace gpuplan
