#pragma once

#include "perf/training_query.hpp"
#include "plan/explore/explored.hpp"
#include "workload/workload.hpp"

#include <map>
#include <tuple>

namespace gpuplan::plan {

/// A job's demand as it runs on different chips: stack, number format and stored weights after what
/// chip and layout impose, where the job leaves them open.
class DemandVariants {
public:
  DemandVariants(const workload::Workload& workload, const Models& models)
      : workload_(workload),
        models_(models) {}

  [[nodiscard]] const workload::Demand& stated() const { return workload_.demand; }

  /// The format a chip would compute in: the one asked for; where none was, the widest 16-bit one
  /// it has, else fp32.
  [[nodiscard]] catalog::NumberFormat format_on(const catalog::Accelerator* accelerator) const;

  /// The stack of a chip before a layout is chosen.
  [[nodiscard]] workload::Stack family_on(const catalog::Accelerator* accelerator) const;

  /// The stack that runs a layout: one that splits the model may need another than the family's.
  [[nodiscard]] workload::Stack stack_of(workload::Stack family,
                                         const workload::Layout& layout) const;

  const workload::Demand& of(workload::Stack stack, catalog::NumberFormat compute) {
    return as_stored(stack, compute).demand;
  }

  const sizing::MemoryQuery& memory_of(workload::Stack stack, catalog::NumberFormat compute) {
    return as_stored(stack, compute).memory;
  }

  /// Of a training job.
  const core::Known<perf::TrainingNetwork>& network_of(workload::Stack stack,
                                                       catalog::NumberFormat compute) {
    return as_stored(stack, compute).network;
  }

  struct Variant {
    workload::Demand demand;
    sizing::MemoryQuery memory;
    core::Known<perf::TrainingNetwork> network;
  };

  /// A service on a chip: a checkpoint that cannot run as it is stored is widened, unless its
  /// format was asked for.
  const Variant& served_on(const catalog::Accelerator* accelerator);

private:
  Variant& as_stored(workload::Stack stack, catalog::NumberFormat compute) {
    return variant(stack, compute, workload_.demand.serving.weights);
  }

  Variant&
  variant(workload::Stack stack, catalog::NumberFormat compute, workload::WeightFormat weights);

  const workload::Workload& workload_;
  const Models& models_;
  std::map<std::tuple<workload::Stack, catalog::NumberFormat, workload::WeightFormat>, Variant>
      variants_;
};

} // namespace gpuplan::plan
