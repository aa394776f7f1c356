#pragma once

#include "catalog/instance.hpp"
#include "core/units.hpp"
#include "workload/layout.hpp"

#include <array>
#include <string_view>

namespace gpuplan::perf {

/// A point with its 10th and 90th percentile.
struct Interval {
  double point = 0;
  double low = 0;
  double high = 0;
};

/// The hardware a layout runs on: `nodes` instances of one shape.
struct Topology {
  const catalog::Accelerator* accelerator = nullptr; ///< null on host-only machines
  const catalog::Shape* shape = nullptr;
  std::int32_t nodes = 1;

  [[nodiscard]] double devices_total() const {
    return shape->devices.value() * static_cast<double>(nodes);
  }
};

/// Parts of a step, exposed time only, so that they add up to it.
enum class TimePart : std::uint8_t {
  compute, ///< matrix products
  attention,
  memory_traffic,
  launch, ///< kernel launches and host work
  tensor_parallel,
  expert_parallel,
  context_parallel,
  pipeline_transfer,
  pipeline_bubble,
  sharding, ///< FSDP / ZeRO gathers and scatters
  gradient_reduction,
  optimizer,
  data_loading,
};
constexpr std::size_t k_time_parts = 13;

std::string_view to_string(TimePart part);

/// The resource that a part of a step waits for, in plain words: `compute`, `memory bandwidth`,
/// `links between devices`, `host work`, `storage`.
std::string_view resource_of(TimePart part);

/// What one training step takes. Unknown inputs (no rate, no bandwidth, no network speed for many
/// nodes) make the whole estimate unknown with the reason.
struct TrainingEstimate {
  core::Seconds step;
  std::array<core::Seconds, k_time_parts> parts{};
  TimePart bottleneck = TimePart::compute;
  double units_per_s = 0; ///< tokens or samples a second, whole job
  double mfu = 0;         ///< model FLOPs ÷ dense peak of the stated precision; NaN: not known
  double goodput = 1;     ///< share of a long run that is steps
  double factor_low = 1;  ///< interval of the step time: measured ÷ predicted
  double factor_high = 1;
  std::string_view band;
  bool chip_measured = true; ///< false: no measurement for this chip, range widened
};

/// What serving on one replica (tensor × pipeline devices) achieves.
struct ReplicaEstimate {
  double max_concurrency = 0; ///< sequences at once: the smaller of KV room and engine limit
  double kv_capacity_tokens = 0;
  double saturation_requests_s = 0; ///< most requests a second
  double requests_s = 0;            ///< served at the operating point within the latency targets
  double output_tokens_s = 0;       ///< at the operating point
  double batch = 0;                 ///< sequences running at the operating point
  double in_work = 0;               ///< requests waiting or worked on, on average
  double ttft_ms = 0;
  double tpot_ms = 0;
  double latency_ms = 0; ///< of a whole request, or of a sample for encoders and vision
  double prefill_tokens_s = 0;
  double decode_tokens_s_single = 0;  ///< one stream alone
  double ttft_alone_ms = 0;           ///< one request with nothing else running
  double latency_alone_ms = 0;        ///< one request or sample with nothing else running
  core::Known<double> latency_p99_ms; ///< where tails were measured; all other times are means
  bool meets_targets = true;
  std::string_view limited_by; ///< the resource that is short: compute, memory bandwidth, memory
                               ///< for the cache, links between devices, host work …
  bool target_binds = false;   ///< a latency target holds the load below what the resource gives
  double factor_low = 1;
  double factor_high = 1;
  std::string_view band;
  bool chip_measured = true;
  bool measured_kind = true;  ///< false: a rule of thumb (recommenders, CPU)
  bool eager_host = false;    ///< host work of eager code is longer than the device's
  bool saturated = false;     ///< offered load beyond what latencies can be said for
  bool kv_room_tight = false; ///< KV room is a small difference of large numbers
  std::string_view note;      ///< how the weights multiply, where not in their own format
};

} // namespace gpuplan::perf
