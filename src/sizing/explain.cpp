#include "sizing/explain.hpp"

namespace gpuplan::sizing {

core::Known<std::vector<MemoryLine>> explain_memory(const MemoryModel& model,
                                                    const workload::Demand& demand,
                                                    const workload::Layout& layout,
                                                    double kv_tokens) {
  return model.prepare(demand).explain(layout, kv_tokens);
}

} // namespace gpuplan::sizing
