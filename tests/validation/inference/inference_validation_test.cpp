#include "support/calibration.hpp"
#include "support/catch.hpp"
#include "validation/inference/language_truth.hpp"
#include "validation/inference/sample_truth.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>

namespace {

using gpuplan::validation::Comparison;
using gpuplan::validation::Outcome;

struct Error {
  std::size_t rows = 0;
  double median = 0;
  double p90 = 0;
  double bias = 0;
};

double quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  const double place = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const auto above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

template <class Keep>
Error error_of(const std::vector<Comparison>& rows, Keep&& keep) {
  std::vector<double> off;
  std::vector<double> signs;
  for (const Comparison& row : rows)
    if (keep(row)) {
      off.push_back(std::abs(row.predicted / row.measured - 1.0));
      signs.push_back(std::log(row.predicted / row.measured));
    }
  if (off.empty())
    return {};
  return {off.size(),
          100.0 * quantile(off, 0.5),
          100.0 * quantile(off, 0.9),
          std::exp(quantile(signs, 0.5))};
}

void report(std::string_view name, const Error& error) {
  std::cout << name << ": rows " << error.rows << ", median " << error.median << " %, p90 "
            << error.p90 << " %, bias " << error.bias << "\n";
}

void dump(const Outcome& outcome, const char* variable) {
  const char* path = std::getenv(variable);
  if (path == nullptr)
    return;
  std::ofstream file{path};
  for (const Comparison& row : outcome.compared)
    file << row.id << "\t" << row.group << "\t" << row.kind << "\t" << row.measured << "\t"
         << row.predicted << "\n";
}

void report_groups(const Outcome& outcome) {
  for (const auto& [reason, rows] : outcome.left_out)
    std::cout << "left out " << rows << ": " << reason << "\n";
  std::map<std::string, int> groups;
  for (const Comparison& row : outcome.compared)
    ++groups[row.group];
  for (const auto& [group, rows] : groups)
    report(group,
           error_of(outcome.compared, [&](const Comparison& row) { return row.group == group; }));
  report("all", error_of(outcome.compared, [](const Comparison&) { return true; }));
}

} // namespace

TEST_CASE("language models against measured runs", "[validation]") {
  const auto facts = gpuplan::validation::facts_folder();
  if (!facts) {
    WARN("skipped: GPUPLAN_FACTS does not name the folder of measured runs");
    return;
  }
  const Outcome outcome =
      gpuplan::validation::compare_language_models(*facts, gpuplan::test::shipped_coefficients());
  dump(outcome, "GPUPLAN_VALIDATION_LANGUAGE");
  report_groups(outcome);
  REQUIRE(outcome.compared.size() > 1000);
}

TEST_CASE("sample models against measured runs", "[validation]") {
  const auto facts = gpuplan::validation::facts_folder();
  if (!facts) {
    WARN("skipped: GPUPLAN_FACTS does not name the folder of measured runs");
    return;
  }
  const Outcome outcome =
      gpuplan::validation::compare_sample_models(*facts, gpuplan::test::shipped_coefficients());
  dump(outcome, "GPUPLAN_VALIDATION_SAMPLES");
  report_groups(outcome);
  REQUIRE(outcome.compared.size() > 800);
}
