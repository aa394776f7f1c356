#pragma once

#include "sizing/memory.hpp"

namespace gpuplan::sizing {

/// Bytes of live tensors by part; `reserve` is filled by `sum_up`.
struct LiveBytes {
  std::array<double, k_memory_parts> parts{};

  double& operator[](MemoryPart part) { return parts[static_cast<std::size_t>(part)]; }

  double operator[](MemoryPart part) const { return parts[static_cast<std::size_t>(part)]; }

  /// Sum of all parts.
  [[nodiscard]] double total() const;
};

/// What is held beside tensors: device = allocated × (1 + slack) + fixed + collective.
struct ReserveTerms {
  double slack = 0;      ///< reserved over allocated, less one
  double fixed = 0;      ///< bytes: device context, buffers of an engine
  double collective = 0; ///< bytes: communication buffers, with more than one device
  std::string_view fixed_note = "context"; ///< what `fixed` is, in words
  std::string_view fixed_key = "memory.reserve.context_gib";
  std::string_view slack_key = "memory.reserve.slack";
};

enum class Devices : std::uint8_t { one, several };

/// How far the form may be off: measured ÷ predicted, 10th to 90th percentile.
struct ErrorBand {
  double low = 1;
  double high = 1;
  std::string_view name;
  bool comparable = true;
};

/// The band of a 90th percentile e of |predicted / measured − 1|: measured ÷ predicted lies within
/// 1/(1 + e) … 1/(1 − e).
ErrorBand measured_band(double error_p90, std::string_view name);

/// The same for a kind that nothing like it was measured.
ErrorBand unmeasured_band(double error, std::string_view name);

/// The estimate of one device from its live tensors.
MemoryEstimate
sum_up(LiveBytes live, const ReserveTerms& reserve, Devices devices, const ErrorBand& band);

} // namespace gpuplan::sizing
