#include "perf/inference/explain_line.hpp"

#include "perf/inference/state.hpp"

#include <fmt/format.h>

namespace gpuplan::perf::inference {

std::string ms_text(double seconds) {
  constexpr double k_long = 1e3;
  const double time = seconds * k_ms_per_second;
  return time < k_long ? fmt::format("{:.4g}", time) : fmt::format("{:.0f}", time);
}

std::string time_line(std::string_view label, double seconds, const std::string& arithmetic) {
  return fmt::format("{:<19}{:>9} ms  {}", label, ms_text(seconds), arithmetic);
}

std::string factor_text(std::string_view name, double factor) {
  const bool one = factor > 1 - 1e-9 && factor < 1 + 1e-9;
  return one ? std::string{} : fmt::format(" x {} {:.3g}", name, factor);
}

} // namespace gpuplan::perf::inference
