#pragma once

#include "perf/inference/coefficients.hpp"
#include "validation/inference/models.hpp"

namespace gpuplan::validation {

// What a measured row of a language model says, in the words of the form.

/// How a row's software is taken.
struct Software {
  perf::inference::Engine engine = perf::inference::Engine::vllm;
  std::string release; ///< key below `inference.engine.<engine>.release`; empty: the newest
};

/// Nothing for software without an engine class.
std::optional<Software> software_of(const Record& row);

/// Nothing for a format that the engine class is not calibrated for.
std::optional<workload::WeightFormat> format_of(const Record& row, perf::inference::Engine engine);

/// Mean lengths of the MLPerf data sets, and the bounds on the time of a token.
struct MlperfCase {
  std::string_view model;
  double input = 0;
  double output = 0;
  double bound_ms = 0;
  double interactive_ms = 0;
};

const MlperfCase* mlperf_case(const std::string& model);

/// Requests of a run, from its notes; 0 where they do not say.
double requests_of(const Record& row);

/// Why no form of this kind can be judged by a row; empty where it can.
std::string_view set_aside(const Record& row);

/// The group of the published errors a row belongs to.
std::string group_of(const Record& row);

workload::Demand demand_of(const Record& row,
                           const workload::Architecture& model,
                           const Software& software,
                           workload::WeightFormat weights);

} // namespace gpuplan::validation
