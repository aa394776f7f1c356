#include "perf/inference/replica.hpp"

#include <algorithm>

namespace gpuplan::perf::inference {

namespace {

/// The prompts of `batch` requests in one go.
PassTimes prompt_times(const Replica& replica, double batch) {
  return pass_times(replica.prompt_costs, prompt_work(replica, batch));
}

/// Cards in turn overlap their work on the chunks of a prompt, not what they hand over.
double prompt_seconds(const Replica& replica, const PassTimes& times) {
  return times.on_devices_s() / replica.prompt_speedup + times.stages_s;
}

/// Between two passes of a micro-batch: its own time through all stages, and no less than all
/// micro-batches in flight take one after the other over one boundary.
double cycle_seconds(const Replica& replica, double batch, const PassTimes& times) {
  const double in_flight = std::clamp(batch, 1.0, replica.stages);
  return std::max(times.total_s(), in_flight * times.boundary_s);
}

} // namespace

Pass prompt_work(const Replica& replica, double batch) {
  // An encoder looks at the whole prompt from each of its tokens.
  const double attended = replica.two_stacks
                              ? replica.input_tokens * replica.input_tokens
                              : prompt_attention(replica.prompt_layers, replica.input_tokens);
  return {.tokens = batch * replica.input_tokens,
          .heads = batch,
          .kv_bytes = 0,
          .attention = batch * attended};
}

Pass step_work(const Replica& replica, double batch) {
  const double running = std::max(1.0, batch / replica.stages);
  const double streams = running * replica.beams;
  const double context = replica.beams > 1
                             ? replica.input_tokens + replica.beams * replica.output_tokens / 2.0
                             : replica.context();
  return {.tokens = streams,
          .heads = streams,
          .kv_bytes = running * replica.kv.bytes(context),
          .attention = 0};
}

Pass mixed_work(const Replica& replica, double batch) {
  Pass pass = step_work(replica, batch);
  const double prompts = batch / replica.stages / replica.output_tokens;
  if (replica.two_stacks)
    return pass;
  pass.tokens += prompts * replica.input_tokens;
  pass.attention += prompts * prompt_attention(replica.prompt_layers, replica.input_tokens);
  return pass;
}

double prompt_cost(const Replica& replica, double chunk_tokens) {
  if (replica.input_tokens <= 0)
    return 0.0;
  const double batch = std::max(1.0, chunk_tokens / replica.input_tokens);
  const PassTimes times = prompt_times(replica, batch);
  const double cycle = std::max(prompt_seconds(replica, times), replica.stages * times.boundary_s);
  return cycle / batch / (replica.stages * replica.pipeline_share);
}

PassTimes decode_times(const Replica& replica, double batch) {
  return pass_times(replica.decode_costs, step_work(replica, batch));
}

double decode_step(const Replica& replica, double batch) {
  return cycle_seconds(replica, batch, decode_times(replica, batch));
}

double prompt_pass(const Replica& replica, double batch) {
  return prompt_seconds(replica, prompt_times(replica, batch));
}

PassTimes mixed_times(const Replica& replica, double batch) {
  return pass_times(replica.decode_costs, mixed_work(replica, batch));
}

double mixed_step(const Replica& replica, double batch) {
  const double decode = cycle_seconds(replica, batch, mixed_times(replica, batch));
  if (!replica.two_stacks)
    return decode;
  return decode + batch / replica.output_tokens * replica.prompt_s;
}

} // namespace gpuplan::perf::inference
