#include "sizing/memory_model.hpp"

namespace gpuplan::sizing {

std::optional<MemoryModel> MemoryModel::from(const CoefficientLookup& lookup,
                                             core::DiagnosticSink& sink) {
  const auto coefficients = bind_coefficients(lookup, sink);
  if (!coefficients)
    return std::nullopt;
  return MemoryModel{*coefficients};
}

MemoryQuery MemoryModel::prepare(const workload::Demand& demand) const {
  return MemoryQuery{demand, coefficients_};
}

core::Known<MemoryEstimate> MemoryModel::estimate(const workload::Demand& demand,
                                                  const workload::Layout& layout,
                                                  double kv_tokens) const {
  return prepare(demand).estimate(layout, kv_tokens);
}

core::Bytes MemoryModel::room(const workload::Demand& demand, core::Bytes usable) const {
  const bool pool = demand.kind != workload::JobKind::train && preallocates(demand.stack);
  return usable * (pool ? demand.serving.memory_share : coefficients_.fits);
}

Fit MemoryModel::judge(core::Bytes needed, core::Known<core::Bytes> usable) const {
  if (!usable)
    return Fit::unknown;
  const double ratio = needed / *usable;
  if (ratio <= coefficients_.fits)
    return Fit::fits;
  if (ratio <= 1)
    return Fit::tight;
  return ratio <= coefficients_.tight ? Fit::may_fit : Fit::does_not_fit;
}

} // namespace gpuplan::sizing
