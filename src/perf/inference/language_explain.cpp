#include "perf/inference/language_explain.hpp"

#include "perf/inference/explain_line.hpp"
#include "perf/inference/pass_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::perf::inference {

namespace {

constexpr double k_tera = 1e12;

double gigabytes(double bytes) {
  return bytes / core::k_bytes_per_gb;
}

std::string rate_line(std::string_view label,
                      double rate,
                      std::string_view unit,
                      const std::string& arithmetic) {
  return fmt::format("{:<19}{:>9.4g} {}  {}", label, rate, unit, arithmetic);
}

/// What products, attention, weights and cache run at, all devices of the replica together.
void add_rates(std::vector<std::string>& lines, const ReplicaRates& r) {
  const std::string devices = factor_text("devices", r.ranks);
  lines.push_back(rate_line("rate of products",
                            r.products() / k_tera,
                            "TFLOP/s",
                            fmt::format("{:.4g}", r.peak / k_tera) +
                                factor_text("chip", r.chip_compute) +
                                factor_text("engine", r.engine_compute) +
                                factor_text("format", r.format_compute) + devices));
  lines.push_back(rate_line("  of attention",
                            r.attention() / k_tera,
                            "TFLOP/s",
                            fmt::format("{:.4g}", r.half_peak / k_tera) +
                                factor_text("engine", r.attention_share) + devices));
  lines.push_back(rate_line("  of weights",
                            gigabytes(r.weights()),
                            "GB/s",
                            fmt::format("{:.4g}", gigabytes(r.bandwidth)) +
                                factor_text("chip", r.chip_bandwidth) +
                                factor_text("engine", r.engine_bandwidth) +
                                factor_text("format", r.format_bandwidth) + devices));
  lines.push_back(rate_line("  of the cache",
                            gigabytes(r.cache()),
                            "GB/s",
                            fmt::format("{:.4g}", gigabytes(r.bandwidth)) +
                                factor_text("chip", r.chip_bandwidth) +
                                factor_text("share", r.cache_share) + devices));
}

/// Passes of a state: the prompt alone, prompts in a chunk, a step that writes, one with prompts.
class Passes {
public:
  explicit Passes(const LanguageState& state)
      : replica_(state.replica),
        batch_(state.found.operation.batch),
        chunk_(std::max(1.0, state.chunk_tokens / std::max(1.0, replica_.input_tokens))) {}

  void add(std::vector<std::string>& lines, Regime regime) const {
    const bool fixed = replica_.batching == Batching::fixed_batch;
    const double prompts = fixed ? std::max(1.0, batch_) : 1;
    add_prompt(lines, prompts);
    if (!fixed && regime != Regime::alone && replica_.input_tokens > 0)
      add_chunk(lines);
    add_step(lines, std::max(regime == Regime::alone ? 1.0 : batch_, fixed ? 1.0 : 0.0));
    if (!fixed && (regime == Regime::closed || regime == Regime::full))
      add_mixed(lines);
  }

private:
  [[nodiscard]] PassText of_prompt(const Pass& pass) const {
    return {replica_.prompt_costs,
            replica_.rates.prompt,
            replica_.rates,
            pass,
            pass_times(replica_.prompt_costs, pass)};
  }

  [[nodiscard]] PassText of_step(const Pass& pass) const {
    return {replica_.decode_costs,
            replica_.rates.decode,
            replica_.rates,
            pass,
            pass_times(replica_.decode_costs, pass)};
  }

  /// What is divided or added where several devices work in turn.
  [[nodiscard]] std::string in_turn() const { return factor_text("1 /", replica_.prompt_speedup); }

  void add_prompt(std::vector<std::string>& lines, double prompts) const {
    const Pass pass = prompt_work(replica_, prompts);
    const PassText text = of_prompt(pass);
    lines.push_back(
        time_line("prompt", prompt_pass(replica_, prompts), sum_text(text) + in_turn()));
    add_parts(lines, text);
  }

  void add_chunk(std::vector<std::string>& lines) const {
    const Pass pass = prompt_work(replica_, chunk_);
    lines.push_back(
        time_line("prompt in a chunk",
                  replica_.prompt_s,
                  fmt::format("{:.6g} tokens at once: ({}{}) / {:.4g} prompts{}",
                              pass.tokens,
                              sum_text(of_prompt(pass)),
                              in_turn(),
                              chunk_,
                              replica_.stages > 1 ? fmt::format(" / ({:g} stages x {:.3g})",
                                                                replica_.stages,
                                                                replica_.pipeline_share)
                                                  : std::string{})));
  }

  void add_step(std::vector<std::string>& lines, double batch) const {
    const Pass pass = step_work(replica_, batch);
    const PassText text = of_step(pass);
    lines.push_back(
        time_line("step", decode_step(replica_, batch), in_flight(batch) + sum_text(text)));
    add_parts(lines, text);
  }

  void add_mixed(std::vector<std::string>& lines) const {
    const Pass pass = mixed_work(replica_, batch_);
    std::string text =
        fmt::format("{:.6g} tokens, prompts among them: {}", pass.tokens, sum_text(of_step(pass)));
    if (replica_.two_stacks)
      text += fmt::format(" + {:.4g} / {:g} x prompt in a chunk", batch_, replica_.output_tokens);
    lines.push_back(time_line("step with prompts", mixed_step(replica_, batch_), text));
  }

  [[nodiscard]] std::string in_flight(double batch) const {
    return replica_.stages > 1 ? fmt::format("{:.4g} of {:.6g} sequences, each of {:g} stages: ",
                                             std::max(1.0, batch / replica_.stages),
                                             batch,
                                             replica_.stages)
                               : std::string{};
  }

  const Replica& replica_;
  double batch_;
  double chunk_;
};

/// `1 / (256 x step + prompt in a chunk)`, with the batch.
std::string throughput_text(const LanguageState& state) {
  const Replica& replica = state.replica;
  const Operation& now = state.found.operation;
  const double outputs = replica.output_tokens;
  if (replica.batching == Batching::fixed_batch && state.found.regime != Regime::alone)
    return fmt::format("{:.4g} / (prompt + {:g} x step){}",
                       std::max(1.0, now.batch),
                       outputs,
                       factor_text("spread", replica.length_spread));
  if (state.found.saturated)
    return fmt::format("more is asked than times are told for: those above are at {:.4g} /s",
                       state.highest_load);
  switch (state.found.regime) {
  case Regime::alone: return "none but one after the other";
  case Regime::closed:
    return fmt::format(
        "{:.4g} / (TTFT before any queue + {:g} x step with prompts), {:.4g} at most",
        state.clients,
        outputs,
        state.most.requests_s);
  case Regime::full:
    return fmt::format("{:.6g} sequences / step with prompts / {:g} tokens", now.batch, outputs) +
           factor_text("pipeline", replica.pipeline_share) +
           factor_text("spread", replica.length_spread);
  case Regime::open: break;
  }
  return fmt::format("{:.6g} sequences / ({:g} x step + {:.4g} x prompt in a chunk)",
                     now.batch,
                     outputs,
                     now.batch);
}

/// Requests/s that the times are told for.
double arrivals(const LanguageState& state) {
  return state.found.saturated ? state.highest_load : state.found.operation.requests_s;
}

std::string first_token_text(const LanguageState& state) {
  const Replica& replica = state.replica;
  const std::string loaded = ms_text(replica.loaded_first_token_s);
  if (state.found.regime == Regime::alone)
    return fmt::format("prompt + {} ms", ms_text(replica.idle_first_token_s));
  if (replica.batching == Batching::fixed_batch)
    return fmt::format("prompt + half of (prompt + {:g} x step) + {} ms",
                       replica.output_tokens,
                       ms_text(replica.idle_first_token_s));
  if (state.found.regime != Regime::closed)
    return fmt::format(
        "prompt + TPOT / 2 + {} ms{}", loaded, state.found.operation.queue_s > 0 ? " + wait" : "");
  std::string text = fmt::format("prompt + step with prompts / 2 + {} ms", loaded);
  if (state.clients > 1)
    text += fmt::format(" + {:.4g} x prompt in a chunk / 4", state.clients - 1);
  if (state.clients > replica.batch_max)
    text += fmt::format(" + a queue of {:.4g} / requests/s", state.clients - replica.batch_max);
  return text;
}

/// Of the open loop: the queue before the prompt's pass.
std::string wait_text(const LanguageState& state) {
  const double busy = arrivals(state) * state.replica.prompt_s;
  return fmt::format("for prompts before: {:.3g} busy x prompt in a chunk / (2 x (1 - {:.3g})); "
                     "busy = {:.4g} /s x prompt in a chunk",
                     busy,
                     busy,
                     arrivals(state));
}

std::string token_text(const LanguageState& state) {
  const Replica& replica = state.replica;
  if (state.found.regime == Regime::alone || replica.batching == Batching::fixed_batch)
    return "step";
  if (state.found.regime == Regime::closed)
    return fmt::format("the longer of step and step with prompts - prompt in a chunk / {:g}",
                       replica.output_tokens);
  return fmt::format("step + {:.4g} x prompt in a chunk / {:g} tokens",
                     state.found.operation.batch,
                     replica.output_tokens);
}

} // namespace

std::vector<std::string> explain_language(const LanguageState& state) {
  const Operation& now = state.found.operation;
  std::vector<std::string> lines;
  add_rates(lines, state.replica.rates);
  Passes(state).add(lines, state.found.regime);
  lines.push_back(time_line("TPOT", now.token_s, token_text(state)));
  if (now.queue_s > 0)
    lines.push_back(time_line("wait", now.queue_s, wait_text(state)));
  lines.push_back(time_line("TTFT", now.first_token_s, first_token_text(state)));
  lines.push_back(time_line("request",
                            now.latency_s,
                            fmt::format("TTFT + {:g} x TPOT", state.replica.output_tokens - 1)));
  lines.push_back(
      fmt::format("{:<19}{:>9.4g} /s  {}", "requests", now.requests_s, throughput_text(state)));
  return lines;
}

} // namespace gpuplan::perf::inference
