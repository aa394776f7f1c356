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
  struct Ask {
    const workload::Layout& layout;
    double kv_tokens;

    core::Known<MemoryEstimate> operator()(const core::Unknown& unknown) const { return unknown; }

    core::Known<MemoryEstimate> operator()(const TransformerTraining& form) const {
      return form.estimate(layout);
    }

    core::Known<MemoryEstimate> operator()(const TransformerServing& form) const {
      return form.estimate(layout, kv_tokens);
    }

    core::Known<MemoryEstimate> operator()(const SampleMemory& form) const {
      return form.estimate(layout);
    }
  };

  if (layout.micro_batch < 1)
    return core::Unknown{"the micro-batch is not stated"};
  return std::visit(Ask{layout, kv_tokens}, form_);
}

} // namespace gpuplan::sizing
