#include "perf/serving.hpp"

#include "perf/inference/language_explain.hpp"
#include "perf/inference/sample_explain.hpp"

namespace gpuplan::perf {

namespace {

using core::Known;
using workload::Demand;
using workload::NetworkClass;

bool writes_tokens(const Demand& demand) {
  const NetworkClass network = demand.model.network;
  return network == NetworkClass::decoder ||
         (network == NetworkClass::encoder_decoder && demand.serving.output_tokens > 0);
}

} // namespace

ServingModel::ServingModel(std::unique_ptr<const Coefficients> coefficients)
    : coefficients_(std::move(coefficients)) {}

std::optional<ServingModel> ServingModel::bind(const inference::Values& values,
                                               core::DiagnosticSink& sink) {
  std::optional<Coefficients> bound = Coefficients::bind(values, sink);
  if (!bound)
    return std::nullopt;
  return ServingModel{std::make_unique<const Coefficients>(std::move(*bound))};
}

ServingModel::~ServingModel() = default;
ServingModel::ServingModel(ServingModel&&) noexcept = default;
ServingModel& ServingModel::operator=(ServingModel&&) noexcept = default;

Known<ReplicaEstimate> ServingModel::estimate(const Demand& demand,
                                              const workload::Layout& layout,
                                              const Topology& topology,
                                              Known<double> requests_per_s) const {
  if (topology.accelerator != nullptr && writes_tokens(demand))
    return inference::serve_language(*coefficients_, demand, layout, topology, requests_per_s);
  return inference::serve_samples(*coefficients_, demand, layout, topology, requests_per_s);
}

Known<std::vector<std::string>> ServingModel::explain(const Demand& demand,
                                                      const workload::Layout& layout,
                                                      const Topology& topology,
                                                      Known<double> load) const {
  if (topology.accelerator != nullptr && writes_tokens(demand))
    return inference::language_state(*coefficients_, demand, layout, topology, load)
        .transform(inference::explain_language);
  return inference::sample_state(*coefficients_, demand, layout, topology, load)
      .transform(inference::explain_samples);
}

workload::WeightFormat ServingModel::held_format(const Demand& demand,
                                                 const catalog::Accelerator& chip) const {
  const auto stored = demand.serving.weights;
  if (!writes_tokens(demand))
    return stored;
  const auto engine = inference::choose_engine(demand.stack, chip);
  return engine ? inference::held_format(*coefficients_, stored, engine->engine, chip) : stored;
}

bool lacks_memory(const Known<ReplicaEstimate>& estimate) {
  return !estimate && (estimate.why_unknown() == inference::k_no_room_for_weights ||
                       estimate.why_unknown() == inference::k_no_room_for_cache);
}

} // namespace gpuplan::perf
