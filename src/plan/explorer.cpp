#include "plan/explorer.hpp"

namespace gpuplan::plan {

Explorer::Explorer(const catalog::Catalog& catalog,
                   const Models& models,
                   const workload::Workload& workload)
    : workload_(workload),
      records_(catalog),
      limits_(search_limits(catalog)),
      variants_(workload, models),
      training_(models, variants_, limits_),
      serving_(models, variants_, limits_) {}

Explored Explorer::explore(const catalog::Shape& shape, std::int32_t nodes) {
  const auto* accelerator = records_.chip_of(shape);
  if (current_shape_ != shape.id) {
    current_shape_ = shape.id;
    training_.begin(shape, accelerator);
  }
  const auto& demand = workload_.demand;
  return demand.kind == workload::JobKind::train
             ? training_.explore(shape, accelerator, nodes)
             : serving_.explore(shape, accelerator, nodes, demand.serving.requests_per_s);
}

double Explorer::serving_capacity(const catalog::Shape& shape, std::int32_t nodes) {
  const auto explored =
      serving_.explore(shape, records_.chip_of(shape), nodes, core::Unknown{"as much as it can"});
  const bool serves = explored.setup && explored.time_unknown.empty() &&
                      explored.setup->fit != sizing::Fit::does_not_fit &&
                      explored.setup->replica.meets_targets;
  return serves ? explored.setup->units_per_s : 0;
}

} // namespace gpuplan::plan
