#include "sizing/memory_query.hpp"

namespace gpuplan::sizing {

bool is_transformer(const workload::Architecture& model) {
  using workload::NetworkClass;
  switch (model.network) {
  case NetworkClass::decoder:
  case NetworkClass::encoder:
  case NetworkClass::encoder_decoder: return true;
  case NetworkClass::speech: return model.dims.layers > 0;
  default: return false;
  }
}

template <class Prepared>
MemoryQuery::Form MemoryQuery::form_of(const core::Known<Prepared>& prepared) {
  if (!prepared)
    return core::Unknown{prepared.why_unknown()};
  return *prepared;
}

MemoryQuery::MemoryQuery(const workload::Demand& demand, const MemoryCoefficients& c) {
  const bool trains = demand.kind == workload::JobKind::train;
  if (is_transformer(demand.model))
    form_ = trains ? form_of(TransformerTraining::prepare(
                         demand.model, demand.training, training_setup(demand, c)))
                   : form_of(TransformerServing::prepare(demand, serving_setup(demand, c)));
  else
    form_ = trains ? form_of(sample_training(demand, c)) : form_of(sample_serving(demand, c));
}

MemoryQuery::MemoryQuery(const workload::Demand& demand, const TrainingSetup& setup)
    : form_(form_of(TransformerTraining::prepare(demand.model, demand.training, setup))) {}

MemoryQuery::MemoryQuery(const workload::Demand& demand, const ServingSetup& setup)
    : form_(form_of(TransformerServing::prepare(demand, setup))) {}

core::Known<MemoryEstimate> MemoryQuery::estimate(const workload::Layout& layout,
                                                  double kv_tokens) const {
  if (layout.micro_batch < 1)
    return core::Unknown{"the micro-batch is not stated"};
  if (const auto* training = std::get_if<TransformerTraining>(&form_))
    return training->estimate(layout);
  if (const auto* serving = std::get_if<TransformerServing>(&form_))
    return serving->estimate(layout, kv_tokens);
  if (const auto* sample = std::get_if<SampleMemory>(&form_))
    return sample->estimate(layout);
  return std::get<core::Unknown>(form_);
}

core::Known<std::vector<MemoryLine>> MemoryQuery::explain(const workload::Layout& layout,
                                                          double kv_tokens) const {
  const auto estimated = estimate(layout, kv_tokens);
  if (!estimated)
    return core::Unknown{estimated.why_unknown()};
  if (const auto* training = std::get_if<TransformerTraining>(&form_))
    return training->explain(layout);
  if (const auto* serving = std::get_if<TransformerServing>(&form_))
    return serving->explain(layout, kv_tokens);
  return std::get<SampleMemory>(form_).explain(layout);
}

} // namespace gpuplan::sizing
