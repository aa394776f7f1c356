#include "perf/inference/state.hpp"

#include <limits>

namespace gpuplan::perf::inference {

double limit_seconds(const core::Known<double>& limit_ms) {
  return limit_ms ? *limit_ms / k_ms_per_second : std::numeric_limits<double>::infinity();
}

void set_operation(ReplicaEstimate& estimate, const Operation& operation) {
  estimate.batch = operation.batch;
  estimate.in_work = operation.in_work;
  estimate.requests_s = operation.requests_s;
  estimate.ttft_ms = operation.first_token_s * k_ms_per_second;
  estimate.tpot_ms = operation.token_s * k_ms_per_second;
  estimate.latency_ms = operation.latency_s * k_ms_per_second;
}

void set_band(ReplicaEstimate& estimate, const Band& band) {
  estimate.factor_low = 1.0 / band.factor;
  estimate.factor_high = band.factor;
  estimate.band = band.name;
}

Operation idle(Operation alone) {
  alone.batch = 0;
  alone.in_work = 0;
  alone.requests_s = 0;
  return alone;
}

} // namespace gpuplan::perf::inference
