#include "perf/inference/sample_explain.hpp"

#include "perf/inference/explain_line.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::perf::inference {

namespace {

/// `50 steps x 2 calls x `, or nothing where one call makes a sample.
std::string calls_text(const SampleArithmetic& from) {
  if (from.calls <= 1)
    return {};
  const double steps = from.calls / from.calls_per_step;
  return from.calls_per_step > 1
             ? fmt::format("{:g} steps x {:g} calls x ", steps, from.calls_per_step)
             : fmt::format("{:g} steps x ", steps);
}

std::string divisor_text(std::string_view name, double factor) {
  const bool one = factor > 1 - 1e-9 && factor < 1 + 1e-9;
  return one ? std::string{} : fmt::format(" / {} {:.3g}", name, factor);
}

/// A sample from its products and what it moves, each from figures of the catalog and factors.
void add_sample(std::vector<std::string>& lines, const SampleCosts& costs) {
  constexpr double k_tera_flops = 1e12;
  const SampleArithmetic& from = costs.from;
  if (from.speed <= 0) {
    lines.push_back(time_line("sample", costs.sample_s, "a rule of thumb, without measurements"));
    return;
  }
  const bool scaled = from.time < 1 || from.time > 1;
  const bool moves = from.bytes > 0;
  lines.push_back(time_line("sample",
                            costs.sample_s,
                            (scaled ? fmt::format("{:.3g} x ", from.time) : std::string{}) +
                                (moves ? "sqrt(products^2 + memory^2)" : "products")));
  lines.push_back(time_line("  products",
                            from.work / from.speed,
                            fmt::format("{}{:.4g} FLOP / ({:.4g} TFLOP/s",
                                        calls_text(from),
                                        from.call_flops,
                                        from.peak / k_tera_flops) +
                                factor_text("chip", from.chip) +
                                factor_text("software", from.software) +
                                divisor_text("network", from.network) + ")"));
  if (moves)
    lines.push_back(
        time_line("  memory",
                  from.bytes / from.bandwidth,
                  fmt::format("{}{:.4g} GB{} / ({:.4g} GB/s x {:.3g})",
                              calls_text(from),
                              from.call_bytes / core::k_bytes_per_gb,
                              factor_text("network", from.activations),
                              from.bandwidth / from.bandwidth_share / core::k_bytes_per_gb,
                              from.bandwidth_share)));
}

} // namespace

std::vector<std::string> explain_samples(const SampleState& state) {
  const SampleServer& server = state.server;
  const SampleCosts& costs = server.costs;
  const Operation& now = state.found.operation;
  const double batch = std::max(1.0, now.batch);
  std::vector<std::string> lines;
  add_sample(lines, costs);
  lines.push_back(time_line("batch",
                            batch_seconds(costs, batch),
                            fmt::format("(({:.4g} x sample)^3 + ({} ms of the host)^3)^(1/3)",
                                        batch,
                                        ms_text(costs.floor_s))));
  const bool waits = state.found.regime == Regime::open;
  const bool queues = waits && costs.batch_limit <= 1;
  if (queues)
    lines.push_back(time_line("wait",
                              now.queue_s,
                              fmt::format("for samples before: {0:.3g} busy x batch / (2 x (1 - "
                                          "{0:.3g}))",
                                          now.batch)));
  lines.push_back(time_line("request",
                            now.latency_s,
                            queues  ? std::string("batch + wait")
                            : waits ? fmt::format("batch x (1 + {:g} x {:.4g} of a wait)",
                                                  server.waiting_runs,
                                                  std::min(1.0, now.batch))
                                    : std::string("batch")));
  if (state.found.regime != Regime::alone)
    lines.push_back(fmt::format("{:<19}{:>9.4g} /s  {}",
                                "requests",
                                now.requests_s,
                                state.found.saturated
                                    ? std::string("more is asked than times are told for")
                                    : fmt::format("{:.4g} / batch", now.batch) +
                                          factor_text("devices", server.devices)));
  return lines;
}

} // namespace gpuplan::perf::inference
