#include "plan/explore/explorer.hpp"

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

Explored Explorer::explore_share(const catalog::Shape& shape, std::int32_t nodes, double share) {
  const auto& load = workload_.demand.serving.requests_per_s;
  return serving_.explore(shape, records_.chip_of(shape), nodes, load.transform([&](double all) {
    return all * share;
  }));
}

ServingCapacity Explorer::serving_capacity(const catalog::Shape& shape, std::int32_t nodes) {
  const auto explored =
      serving_.explore(shape, records_.chip_of(shape), nodes, core::Unknown{"as much as it can"});
  const bool runs = explored.setup && explored.time_unknown.empty() &&
                    explored.setup->fit != sizing::Fit::does_not_fit;
  if (!runs)
    return {.untold = explored.setup && explored.time_unknown.starts_with("network_gbps") &&
                      explored.setup->fit != sizing::Fit::does_not_fit};
  const auto& setup = *explored.setup;
  return {.requests_s = setup.replica.meets_targets ? setup.units_per_s : 0,
          .at_once = setup.replica.max_concurrency * static_cast<double>(setup.layout.replicas)};
}

} // namespace gpuplan::plan
