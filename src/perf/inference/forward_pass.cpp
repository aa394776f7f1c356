#include "perf/inference/forward_pass.hpp"

#include <cmath>

namespace gpuplan::perf::inference {

PassTimes pass_times(const PassCosts& costs, const Pass& pass) {
  const double touched =
      costs.expert_read_s > 0 ? -std::expm1(costs.untouched_log * pass.tokens) : 0.0;
  const double read = costs.dense_read_s + costs.expert_read_s * touched;
  const double multiply = costs.token_s * pass.tokens + costs.head_s * pass.heads;
  const double read2 = read * read;
  const double multiply2 = multiply * multiply;

  PassTimes times;
  times.read_s = costs.time_factor * read;
  times.multiply_s = costs.time_factor * multiply;
  times.matrices_s =
      costs.time_factor * std::sqrt(std::sqrt(read2 * read2 + multiply2 * multiply2));
  times.kv_s = costs.time_factor * costs.kv_byte_s * pass.kv_bytes;
  times.attention_s = costs.time_factor * costs.attention_s * pass.attention;
  const double least = costs.token_least_s * pass.tokens + costs.head_least_s * pass.heads +
                       costs.attention_least_s * pass.attention;
  const double kernels = times.matrices_s + times.attention_s;
  if (kernels < least) {
    times.held_back_s = least - kernels;
    times.matrices_s *= least / kernels;
    times.attention_s *= least / kernels;
  }
  times.links_s = costs.time_factor * (costs.message_s + costs.message_token_s * pass.tokens);
  times.host_s = costs.time_factor * (costs.host_s + costs.sequence_s * pass.heads);
  times.boundary_s =
      costs.boundaries > 0 ? costs.boundary_s + costs.boundary_token_s * pass.tokens : 0.0;
  times.stages_s = costs.boundaries * times.boundary_s;
  return times;
}

} // namespace gpuplan::perf::inference
