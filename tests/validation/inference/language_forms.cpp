#include "validation/inference/language_forms.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::validation {

using perf::inference::Engine;
using perf::inference::Replica;

namespace {

double static_run(const Replica& replica, double batch) {
  return prompt_pass(replica, batch) + replica.output_tokens * decode_step(replica, batch);
}

/// All requests at the start: one wave where they all run at once, else several.
struct Burst {
  double output_tokens_s = 0;
  double first_token_s = 0;
  double token_s = 0;
};

Burst burst(const Replica& r, double requests, double tail, bool prefill_first) {
  const double batch = std::min(requests, r.batch_max);
  const double p = r.prompt_s;
  const double outputs = r.output_tokens;
  Burst result;
  if (requests <= 1.05 * r.batch_max) {
    const double makespan = requests * p + outputs * decode_step(r, batch) * tail;
    const double chunk = r.chunk_tokens * p / std::max(1.0, r.input_tokens);
    const double delay = batch * p / (2.0 * outputs);
    result.output_tokens_s = requests * outputs / makespan;
    result.first_token_s = requests * p / 2.0 + prompt_pass(r, 1);
    result.token_s =
        decode_step(r, batch) + (prefill_first && outputs < 16 ? delay : std::min(delay, chunk));
    return result;
  }
  const double mixed = mixed_step(r, batch);
  const double rate = r.pipeline_share * batch / mixed * requests / (requests + batch / 2.0);
  const double first = batch / requests;
  result.output_tokens_s = rate;
  result.first_token_s = first * batch * p / 2.0 +
                         (1.0 - first) * (batch * p + (requests - batch) * outputs / (2.0 * rate));
  result.token_s = std::max(decode_step(r, batch), mixed - p / outputs);
  return result;
}

std::optional<double>
served(const Run& run, double output_tokens_s, double first_token_s, double token_s) {
  const std::string& metric = text(run.row, "measured_metric");
  const double lengths =
      (run.replica.input_tokens + run.replica.output_tokens) / run.replica.output_tokens;
  if (metric == "output_tokens_per_s_total")
    return output_tokens_s;
  if (metric == "total_tokens_per_s")
    return output_tokens_s * lengths;
  if (metric == "ttft_ms")
    return first_token_s * 1e3;
  if (metric == "tpot_ms")
    return token_s * 1e3;
  if (metric == "qps")
    return output_tokens_s / run.replica.output_tokens;
  return std::nullopt;
}

std::optional<double> at_once(const Run& run, double requests) {
  // About 200 tokens each way are chats, whose last long replies set the end of a wave.
  const bool chat_lengths = run.replica.input_tokens > 180 && run.replica.input_tokens < 240 &&
                            run.replica.output_tokens > 150;
  const Burst result =
      burst(run.replica, requests, chat_lengths ? 1.6 : 1.0, run.software.engine == Engine::sglang);
  return served(run, result.output_tokens_s, result.first_token_s, result.token_s);
}

/// Open-loop arrivals of a run of `requests`.
std::optional<double> open_loop(const Run& run, double load, double requests) {
  const Replica& r = run.replica;
  const double cap = 0.98 * capacity(r).requests_s;
  const double kept = std::min(load, cap);
  const perf::inference::Operation state = at_load(r, kept);
  const double tokens =
      requests * r.output_tokens / (requests / kept + r.output_tokens * state.token_s);
  const double queue = load > cap ? requests / 2.0 * (1.0 / cap - 1.0 / load) : 0.0;
  return served(run, tokens, state.first_token_s + queue, state.token_s);
}

std::optional<double> closed_loop_of(const Run& run) {
  const perf::inference::Operation state = closed_loop(run.replica, run.batch);
  return served(
      run, state.requests_s * run.replica.output_tokens, state.first_token_s, state.token_s);
}

/// MLPerf's server scenario: the largest batch whose step stays below 0.88 of the bound.
std::optional<double> mlperf_server(const Run& run, double bound_ms) {
  const Replica& r = run.replica;
  const double bound_s = 0.88 * bound_ms / 1e3;
  double low = 0;
  double high = r.batch_max;
  if (mixed_step(r, high) > bound_s)
    for (int i = 0; i < 50; ++i) {
      const double middle = (low + high) / 2.0;
      (mixed_step(r, middle) <= bound_s ? low : high) = middle;
    }
  else
    low = high;
  const double spread = run.software.engine == Engine::mlperf_tensorrt ? 0.89 : 0.925;
  const double step = mixed_step(r, low);
  return served(
      run, run.replicas * spread * low / step, prompt_pass(r, 1) + 1.2 * step + 8e-3, 0.89 * step);
}

std::optional<double> mlperf(const Run& run) {
  const MlperfCase& known = *mlperf_case(text(run.row, "model"));
  const std::string& scenario = text(run.row, "scenario");
  if (scenario == "mlperf-server")
    return mlperf_server(run, known.bound_ms);
  if (scenario == "mlperf-interactive")
    return mlperf_server(run, known.interactive_ms);
  const double rate = run.replicas * capacity(run.replica).output_tokens_s *
                      (run.replica.length_spread < 1 ? 1.0 : 0.89);
  return text(run.row, "measured_metric") == "samples_per_s" ? rate / known.output : rate;
}

std::optional<double> fixed_batch(const Run& run) {
  const Replica& r = run.replica;
  const std::string& metric = text(run.row, "measured_metric");
  const std::string& scenario = text(run.row, "scenario");
  if (metric == "latency_ms_p50")
    return static_run(r, run.batch) * 1e3;
  if (metric == "ttft_ms")
    return (prompt_pass(r, run.batch) + r.idle_first_token_s) * 1e3;
  if (metric == "tpot_ms")
    return decode_step(r, run.batch) * 1e3;
  if (metric == "total_tokens_per_s" && contains(scenario, "prefill"))
    return run.batch * r.input_tokens / prompt_pass(r, run.batch);
  if (contains(scenario, "decode"))
    return run.batch / decode_step(r, run.batch);
  const double outputs = run.batch * r.output_tokens / static_run(r, run.batch);
  return served(run, outputs, 0, 0);
}

} // namespace

std::optional<double> predict(const Run& run) {
  const std::string& scenario = text(run.row, "scenario");
  if (starts_with(scenario, "mlperf"))
    return mlperf(run);
  if (scenario == "offline-max-throughput" && text(run.row, "measured_metric") == "qps")
    return at_once(run, requests_of(run.row));
  if (scenario == "offline-max-throughput")
    return capacity(run.replica).output_tokens_s;
  if (scenario == "serving-all-at-once" || scenario == "serving-qps-inf")
    return at_once(run, requests_of(run.row));
  if (starts_with(scenario, "serving-qps-"))
    return open_loop(run, std::stod(scenario.substr(12)), requests_of(run.row));
  if (starts_with(scenario, "serving-concurrency-"))
    return closed_loop_of(run);
  return fixed_batch(run);
}

} // namespace gpuplan::validation
