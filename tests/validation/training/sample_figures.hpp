#pragma once

#include "support/csv.hpp"

#include <map>
#include <optional>
#include <string>

namespace gpuplan::validation {

/// FLOPs, activations and parameters of sample models by name, from the table of facts.
using Figures = std::map<std::string, test::CsvRow>;
Figures read_figures(const std::string& facts);

/// GFLOP forward, M activation elements, M parameters of a sample model.
struct Sample {
  double gflops = 0;
  double elements = 0;
  double parameters = 0;
  double reference_image = 0; ///< side they hold for; 0 where the run's own
};

/// The catalog's name of a network, by which calibration knows it.
const std::string& network_name(const std::string& model);

std::optional<Sample> sample_of(const std::string& name, const Figures& figures);

} // namespace gpuplan::validation
