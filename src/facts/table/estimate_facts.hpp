#pragma once

#include "facts/table/fact_row.hpp"

namespace gpuplan::facts::table {

// clang-format off
/// Facts of stage `estimate`, time and rates, in the order of `FactId`.
constexpr auto k_estimate_facts = std::to_array<Fact>({
  text(bottleneck, "bottleneck", Stage::estimate,
         "what limits the time: compute, memory, network, pipeline, data, latency"),
  flag(measured, "measured", Stage::estimate,
         "the efficiency comes from runs measured on this chip"),
  of(k_ending, estimated(time_hours, "time_hours", "h", 1, Stage::estimate,
         "time from start to end of the job, with set-up")),
  of(k_training_job, number(time_compute_hours, "time_compute_hours", "h", 1, Stage::estimate,
         "part of the time spent computing")),
  of(k_training_job,
     number(time_communication_hours, "time_communication_hours", "h", 1, Stage::estimate,
         "part of the time spent in exposed communication")),
  of(k_training_job, number(time_data_hours, "time_data_hours", "h", 1, Stage::estimate,
         "part of the time spent waiting for data")),
  number(time_setup_hours, "time_setup_hours", "h", 2, Stage::estimate,
         "part of the time spent in set-up and start"),
  of(k_training_job,
     estimated(step_time_s, "step_time_s", "s", 3, Stage::estimate, "time of one optimizer step")),
  of(k_every_job, Inputs::tokens,
     estimated(throughput_tokens_s, "throughput_tokens_s", "tokens/s", 0, Stage::estimate,
         "tokens a second of the whole job")),
  estimated(throughput_samples_s, "throughput_samples_s", "samples/s", 1, Stage::estimate,
         "samples a second of the whole job"),
  of(k_training_job, estimated(mfu, "mfu", "share", 2, Stage::estimate,
         "model FLOPs utilisation: useful operations divided by the dense rate of all devices")),
  of(k_no_job, estimated(scaling_efficiency, "scaling_efficiency", "share", 2, Stage::estimate,
         "throughput per device against that of the smallest layout")),
  of(k_training_job, estimated(data_loading_ratio, "data_loading_ratio", "", 2, Stage::estimate,
         "bytes a second that training reads divided by what storage gives its machines")),
  of(k_inference, estimated(ttft_ms, "ttft_ms", "ms", 0, Stage::estimate,
         "mean time to first token")),
  of(k_inference, estimated(tpot_ms, "tpot_ms", "ms", 1, Stage::estimate,
         "mean time per output token")),
  of(k_inference, estimated(latency_ms, "latency_ms", "ms", 0, Stage::estimate,
         "mean time of a whole request")),
  of(k_inference, estimated(requests_s, "requests_s", "requests/s", 2, Stage::estimate,
         "requests a second that all replicas answer within the limits")),
  of(k_inference, estimated(concurrency, "concurrency", "", 0, Stage::estimate,
         "requests in work at once in one replica, waiting ones with them, on average under its load")),
  of(k_inference, estimated(max_concurrency, "max_concurrency", "", 0, Stage::estimate,
         "requests that one replica can have in work at once: room of its cache and limit of the "
         "engine")),
});
// clang-format on

} // namespace gpuplan::facts::table
