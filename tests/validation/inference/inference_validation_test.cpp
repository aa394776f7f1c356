#include "support/calibration.hpp"
#include "support/catch.hpp"
#include "validation/inference/language_truth.hpp"
#include "validation/inference/sample_truth.hpp"
#include "validation/inference/table.hpp"
#include "validation/readme.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <iostream>

// Errors are |predicted / measured − 1| in percent, median and 90th percentile. The prototype is
// the fit that the coefficients come from, on the rows it was fitted to; the coefficients here are
// rounded and nothing was fitted again. Bounds stand a little above what is reached.

namespace {

using gpuplan::validation::Comparison;
using gpuplan::validation::Outcome;

struct Error {
  std::size_t rows = 0;
  double median = 0;
  double p90 = 0;
  double bias = 0; ///< median of predicted ÷ measured
};

struct Bound {
  const char* group;
  double prototype_median = 0;
  double prototype_p90 = 0;
  double median = 0;
  double p90 = 0;
  std::size_t rows = 0; ///< at least
};

double quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  const double place = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const auto above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

Error error_of(const std::vector<Comparison>& rows,
               const std::function<bool(const Comparison&)>& keep) {
  std::vector<double> off;
  std::vector<double> ratios;
  for (const Comparison& row : rows)
    if (keep(row)) {
      off.push_back(100.0 * std::abs(row.predicted / row.measured - 1.0));
      ratios.push_back(row.predicted / row.measured);
    }
  if (off.empty())
    return {};
  return {off.size(), quantile(off, 0.5), quantile(off, 0.9), quantile(ratios, 0.5)};
}

bool is_time(const Comparison& row) {
  return row.group.find("TTFT") != std::string::npos || row.group.find("TPOT") != std::string::npos;
}

bool belongs(const Comparison& row, std::string_view group) {
  return group == "all" || row.group == group ||
         (group == "throughput" && !is_time(row) && row.group != "decode alone");
}

void judge(const Outcome& outcome, const Bound& bound) {
  const Error error =
      error_of(outcome.compared, [&](const Comparison& row) { return belongs(row, bound.group); });
  std::cout << fmt::format(
      "{:24} rows {:5}  {:5.1f} / {:5.1f}  prototype {:4} / {:3}  bias {:.2f}\n",
      bound.group,
      error.rows,
      error.median,
      error.p90,
      bound.prototype_median,
      bound.prototype_p90,
      error.bias);
  CAPTURE(bound.group);
  CHECK(error.rows >= bound.rows);
  CHECK(error.median <= bound.median);
  CHECK(error.p90 <= bound.p90);
}

void judge_readme(const Outcome& outcome, const char* group, std::string_view what) {
  const Error error =
      error_of(outcome.compared, [&](const Comparison& row) { return belongs(row, group); });
  const auto line = gpuplan::validation::readme_line(what, error.rows, error.median, error.p90);
  CAPTURE(line);
  CHECK(gpuplan::validation::readme_says(line));
}

/// Share of rows within the band that the estimate states for them.
double coverage(const Outcome& outcome) {
  std::size_t within = 0;
  for (const Comparison& row : outcome.compared) {
    const double ratio = row.measured / row.predicted;
    within += ratio <= row.band && ratio >= 1.0 / row.band ? 1 : 0;
  }
  return static_cast<double>(within) / static_cast<double>(outcome.compared.size());
}

void report_left_out(const Outcome& outcome) {
  for (const auto& [reason, rows] : outcome.left_out)
    std::cout << fmt::format("left out {:4}: {}\n", rows, reason);
}

/// Every comparison, for whoever looks for what the form misses.
void write_out(const Outcome& outcome, const char* variable) {
  const char* path = std::getenv(variable);
  if (path == nullptr)
    return;
  std::ofstream file{path};
  for (const Comparison& row : outcome.compared)
    file << row.id << "\t" << row.group << "\t" << row.kind << "\t" << row.measured << "\t"
         << row.predicted << "\t" << row.band << "\n";
}

std::optional<std::string> folder_or_skip() {
  auto facts = gpuplan::validation::facts_folder();
  if (!facts)
    WARN("skipped: GPUPLAN_FACTS does not name the folder of measured runs");
  return facts;
}

} // namespace

TEST_CASE("language models against measured runs", "[validation][serving]") {
  const auto facts = folder_or_skip();
  if (!facts)
    return;
  const Outcome outcome =
      gpuplan::validation::compare_language_models(*facts, gpuplan::test::shipped_coefficients());
  write_out(outcome, "GPUPLAN_VALIDATION_LANGUAGE");
  report_left_out(outcome);
  const Bound bounds[] = {
      {"all", 11, 41, 13.5, 47, 1450},
      {"throughput", 11, 38, 13, 42, 800},
      {"decode alone", 4.6, 18, 6.2, 22, 110},
      {"prefill and idle TTFT", 16, 54, 18, 58, 150},
      {"loaded TTFT", 13, 38, 17, 48, 38},
      {"loaded TPOT", 11, 41, 14, 48, 38},
      {"all-at-once rate", 15, 40, 17.5, 38, 90},
      {"all-at-once TTFT", 17, 45, 21, 46, 90},
      {"all-at-once TPOT", 27, 55, 29, 78, 90},
      {"mlperf offline", 13, 28, 16, 32, 50},
      {"mlperf server", 16, 39, 17, 45, 42},
      {"mlperf TPOT", 10, 26, 11.5, 36, 41},
      {"mlperf TTFT", 20, 70, 22, 77, 41},
  };
  for (const Bound& bound : bounds)
    judge(outcome, bound);
  judge_readme(outcome, "all", "language models, rate and latency of inference");
  judge_readme(outcome, "decode alone", "of these, decoding alone");
  std::cout << fmt::format("within the stated band: {:.1f} %\n", 100 * coverage(outcome));
  CHECK(coverage(outcome) >= 0.8);
}

TEST_CASE("sample models against measured runs", "[validation][serving]") {
  const auto facts = folder_or_skip();
  if (!facts)
    return;
  const Outcome outcome =
      gpuplan::validation::compare_sample_models(*facts, gpuplan::test::shipped_coefficients());
  write_out(outcome, "GPUPLAN_VALIDATION_SAMPLES");
  report_left_out(outcome);
  // Hosts: the prototype worked from each processor's vector peak, the rule from its threads alone.
  const Bound bounds[] = {
      {"mlperf offline", 5, 16, 6, 19, 260},
      {"mlperf server", 9, 29, 11, 37, 140},
      {"mlperf single stream", 6, 31, 8.5, 35, 125},
      {"mlperf p99", 19, 82, 22, 90, 140},
      {"eager", 5, 19, 6.2, 25, 165},
      {"eager p99", 19, 82, 13, 25, 20},
      {"neuron", 10, 31, 17, 55, 17},
      {"detectron2 latency", 22, 37, 20, 30, 5},
      {"host", 17, 42, 37, 110, 34},
  };
  for (const Bound& bound : bounds)
    judge(outcome, bound);
  judge_readme(outcome, "all", "vision, encoders, diffusion: inference");
  std::cout << fmt::format("within the stated band: {:.1f} %\n", 100 * coverage(outcome));
  CHECK(coverage(outcome) >= 0.8);
}
