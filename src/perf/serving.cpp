#include "perf/serving.hpp"

#include "perf/inference/language.hpp"
#include "perf/inference/sample_estimate.hpp"

namespace gpuplan::perf {

namespace {

using core::Known;
using core::Unknown;
using workload::Demand;
using workload::NetworkClass;

bool writes_tokens(const Demand& demand) {
  const NetworkClass network = demand.model.network;
  return network == NetworkClass::decoder ||
         (network == NetworkClass::encoder_decoder && demand.serving.output_tokens > 0);
}

} // namespace

ServingModel::ServingModel(const inference::Values& values)
    : coefficients_(std::make_unique<const Coefficients>(inference::Coefficients::bind(values))) {}

ServingModel::~ServingModel() = default;
ServingModel::ServingModel(ServingModel&&) noexcept = default;
ServingModel& ServingModel::operator=(ServingModel&&) noexcept = default;

Known<ReplicaEstimate> ServingModel::estimate(const Demand& demand,
                                              const workload::Layout& layout,
                                              const Topology& topology,
                                              Known<double> requests_per_s) const {
  if (!coefficients_->missing.empty())
    return Unknown{"the catalog's calibration of inference is not complete"};
  if (topology.accelerator != nullptr && writes_tokens(demand))
    return inference::serve_language(*coefficients_, demand, layout, topology, requests_per_s);
  return inference::serve_samples(*coefficients_, demand, layout, topology, requests_per_s);
}

} // namespace gpuplan::perf
