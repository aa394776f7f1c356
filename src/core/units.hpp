#pragma once

#include "core/quantity.hpp"

#include <chrono>

namespace gpuplan::core {

using Bytes = Quantity<struct ByteUnit>;                   ///< B
using BytesPerSecond = Quantity<struct BytePerSecondUnit>; ///< B/s
using Flops = Quantity<struct FlopUnit>;                   ///< floating-point operations
using FlopsPerSecond = Quantity<struct FlopPerSecondUnit>; ///< FLOP/s
using Seconds = Quantity<struct SecondUnit>;               ///< s, as estimated (fractional)

/// Time from the moment it leaves the estimator: whole milliseconds, so that billing and ranking
/// are exact.
using Milliseconds = std::chrono::milliseconds;

constexpr double k_bytes_per_gib = 1024.0 * 1024.0 * 1024.0;
constexpr double k_bytes_per_gb = 1e9;
constexpr double k_bits_per_byte = 8.0;
constexpr double k_seconds_per_hour = 3600.0;
constexpr double k_milliseconds_per_hour = 3600.0 * 1000.0;

/// The convention of every price sheet: a month is 730 hours, a year twelve of them.
constexpr double k_hours_per_month = 730.0;

constexpr Bytes gib(double count) {
  return Bytes{count * k_bytes_per_gib};
}

constexpr Bytes gb(double count) {
  return Bytes{count * k_bytes_per_gb};
}

constexpr double to_gib(Bytes size) {
  return size.count() / k_bytes_per_gib;
}

constexpr double to_gb(Bytes size) {
  return size.count() / k_bytes_per_gb;
}

/// GB/s (decimal) and Gbit/s to bytes a second: the two are a factor of eight apart.
constexpr BytesPerSecond gb_per_s(double count) {
  return BytesPerSecond{count * k_bytes_per_gb};
}

constexpr BytesPerSecond gbit_per_s(double count) {
  return BytesPerSecond{count * 1e9 / k_bits_per_byte};
}

constexpr FlopsPerSecond tflops(double count) {
  return FlopsPerSecond{count * 1e12};
}

constexpr Seconds operator/(Bytes size, BytesPerSecond rate) {
  return Seconds{size.count() / rate.count()};
}

constexpr Seconds operator/(Flops work, FlopsPerSecond rate) {
  return Seconds{work.count() / rate.count()};
}

constexpr double to_hours(Milliseconds time) {
  return static_cast<double>(time.count()) / k_milliseconds_per_hour;
}

/// Rounded half to even; the one step where estimated time becomes exact. Saturates at about
/// 290 million years, far above any limit a plan passes.
Milliseconds to_milliseconds(Seconds time);

} // namespace gpuplan::core
