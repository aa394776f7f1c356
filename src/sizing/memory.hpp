#pragma once

#include "core/units.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace gpuplan::sizing {

/// Components of the peak, per device.
enum class MemoryPart : std::uint8_t {
  weights,
  gradients,
  optimizer,
  adapters,
  gathered_layers, ///< unsharded layers alive under ZeRO-3 / FSDP
  activations,
  logits,
  kv_cache,
  workspace,
  reserve, ///< allocator's slack, device context, collective buffers
};
constexpr std::size_t k_memory_parts = 10;

std::string_view to_string(MemoryPart part);

/// `may_fit`: the estimate is over what a job can allocate, by less than it may be off.
enum class Fit : std::uint8_t { fits, tight, may_fit, does_not_fit, unknown };
std::string_view to_string(Fit fit);

/// What a published or measured figure counts; it must be compared with its own class.
enum class Reading : std::uint8_t {
  weights_and_kv, ///< what is left after generation, no workspace
  allocated,      ///< the framework's peak of live tensors
  reserved,       ///< the allocator's pool
  device,         ///< what the driver shows, context and communication buffers included
};
std::string_view to_string(Reading reading);

/// Peak memory of one device by component. `device` is what the driver would show and what the
/// verdict is judged on; the parts add up to it exactly.
struct MemoryEstimate {
  std::array<core::Bytes, k_memory_parts> parts{};
  core::Bytes allocated; ///< live tensors
  core::Bytes reserved;  ///< allocator's pool
  core::Bytes device;    ///< with context and communication buffers
  double factor_low = 1; ///< 10th percentile of measured ÷ predicted
  double factor_high = 1;
  std::string_view band;  ///< which error band was used; `not validated for …` where none is near
  bool comparable = true; ///< something like it was measured

  [[nodiscard]] core::Bytes part(MemoryPart which) const {
    return parts[static_cast<std::size_t>(which)];
  }

  [[nodiscard]] core::Bytes reading(Reading what) const;
};

} // namespace gpuplan::sizing
