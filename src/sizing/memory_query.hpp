#pragma once

#include "sizing/sample_memory.hpp"
#include "sizing/transformer_serving.hpp"
#include "sizing/transformer_training.hpp"

#include <variant>

namespace gpuplan::sizing {

/// A demand made ready: every layout costs a few dozen multiplications, no allocation and no look
/// at text. Copies are cheap; it holds no reference to the demand.
class MemoryQuery {
public:
  MemoryQuery(const workload::Demand& demand, const MemoryCoefficients& c);

  /// A published run described by its own setup.
  MemoryQuery(const workload::Demand& demand, const TrainingSetup& setup);
  MemoryQuery(const workload::Demand& demand, const ServingSetup& setup);

  /// As MemoryModel::estimate.
  [[nodiscard]] core::Known<MemoryEstimate> estimate(const workload::Layout& layout,
                                                     double kv_tokens = 0) const;

  /// The arithmetic behind `estimate`; see explain.hpp.
  [[nodiscard]] core::Known<std::vector<MemoryLine>> explain(const workload::Layout& layout,
                                                             double kv_tokens) const;

private:
  using Form = std::variant<core::Unknown, TransformerTraining, TransformerServing, SampleMemory>;

  template <class Prepared>
  static Form form_of(const core::Known<Prepared>& prepared);

  Form form_;
};

/// Whether dimensions describe the network, rather than the cost of a sample.
bool is_transformer(const workload::Architecture& model);

} // namespace gpuplan::sizing
