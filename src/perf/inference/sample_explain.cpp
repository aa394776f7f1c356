#include "perf/inference/sample_explain.hpp"

#include "perf/inference/explain_line.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::perf::inference {

namespace {

/// `1.7 x sqrt((1.2e+13 FLOP / 410 TFLOP/s)^2 + (3.1 GB / 2680 GB/s)^2)`.
std::string sample_text(const SampleCosts& costs) {
  constexpr double k_tera_flops = 1e12;
  const SampleArithmetic& from = costs.from;
  if (from.speed <= 0)
    return "a rule of thumb, without measurements";
  const bool scaled = from.time < 1 || from.time > 1;
  return fmt::format("{}sqrt(({:.4g} FLOP / {:.4g} TFLOP/s)^2 + ({:.4g} GB / {:.4g} GB/s)^2)",
                     scaled ? fmt::format("{:.3g} x ", from.time) : std::string{},
                     from.work,
                     from.speed / k_tera_flops,
                     from.bytes / core::k_bytes_per_gb,
                     from.bandwidth / core::k_bytes_per_gb);
}

} // namespace

std::vector<std::string> explain_samples(const SampleState& state) {
  const SampleServer& server = state.server;
  const SampleCosts& costs = server.costs;
  const Operation& now = state.found.operation;
  const double batch = std::max(1.0, now.batch);
  std::vector<std::string> lines;
  lines.push_back(time_line("sample", costs.sample_s, sample_text(costs)));
  lines.push_back(time_line("batch",
                            batch_seconds(costs, batch),
                            fmt::format("(({:.4g} x sample)^3 + ({} ms of the host)^3)^(1/3)",
                                        batch,
                                        ms_text(costs.floor_s))));
  const bool waits = state.found.regime == Regime::open;
  lines.push_back(time_line("request",
                            now.latency_s,
                            waits ? fmt::format("batch x (1 + {:g} x {:.4g} of a wait)",
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
