#pragma once

#include "perf/inference/coefficients.hpp"
#include "validation/inference/table.hpp"
#include "workload/demand/demand.hpp"

namespace gpuplan::validation {

// What a measured row of a sample model says, in the words of the form.

/// A network of MLPerf inference and the keys of its figures.
struct Benchmark {
  std::string_view model;
  std::string_view key;
  workload::NetworkClass network;
  perf::inference::SampleClass which;
};

/// Nothing for networks that MLPerf does not run.
const Benchmark* benchmark_of(const Record& row);

/// Key of the TensorRT release below `inference.samples.tensorrt.release`.
std::string_view tensorrt_release(const Record& row);

workload::WeightFormat mlperf_format(const Record& row, const Benchmark& benchmark);

/// Why an MLPerf row is not judged; empty where it is.
std::string_view set_aside_mlperf(const Record& row);

workload::NetworkClass eager_network(const std::string& model);

/// Work of a sample into the demand; false where nobody published it.
bool set_work(const Record& row, workload::Demand& demand);
void set_eager_format(const Record& row, workload::Demand& demand);

} // namespace gpuplan::validation
