#include "plan/explore/layout_grids.hpp"

#include <algorithm>

namespace gpuplan::plan {
namespace {

/// Of layouts the one that is likely faster is less: the least split model first, then no
/// recomputation, then the larger micro-batch.
auto likely_time(const workload::Layout& layout) {
  return std::tuple(layout.tensor * layout.pipeline * layout.context,
                    static_cast<int>(layout.recompute),
                    -layout.micro_batch);
}

/// What is likely fast first; of layouts alike in that the first stays first.
std::vector<LaidOut> in_likely_order(const std::vector<LaidOut>& all) {
  std::vector<std::pair<decltype(likely_time({})), std::size_t>> order;
  order.reserve(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    order.emplace_back(likely_time(all[i].layout), i);
  std::sort(order.begin(), order.end());
  std::vector<LaidOut> sorted;
  sorted.reserve(all.size());
  for (const auto& [time, index] : order)
    sorted.push_back(all[index]);
  return sorted;
}

} // namespace

const std::vector<LaidOut>&
LayoutGrids::of(const Grid& grid, workload::Stack family, catalog::NumberFormat compute) {
  const Key key{grid.devices(), widest_tensor(variants_.stated(), grid, limits_), family, compute};
  const auto found = grids_.find(key);
  if (found != grids_.end())
    return found->second;
  return grids_.emplace(key, laid_out(grid, family, compute)).first->second;
}

std::vector<LaidOut>
LayoutGrids::laid_out(const Grid& grid, workload::Stack family, catalog::NumberFormat compute) {
  const auto layouts = training_layouts(variants_.stated(), grid, limits_);
  std::vector<LaidOut> all;
  all.reserve(layouts.size());
  for (const auto& layout : layouts) {
    const auto stack = variants_.stack_of(family, layout);
    const auto memory = variants_.memory_of(stack, compute).estimate(layout);
    if (memory)
      all.push_back({layout, stack, micro_index(stack, layout), memory->device});
    else
      memory_unknown_ = memory.why_unknown();
  }
  return in_likely_order(all);
}

std::uint32_t LayoutGrids::micro_index(workload::Stack stack, const workload::Layout& layout) {
  const MicroKey key{static_cast<int>(stack),
                     layout.tensor,
                     layout.pipeline,
                     layout.context,
                     layout.expert,
                     static_cast<int>(layout.recompute),
                     layout.mean_micro_batch()};
  const auto next = static_cast<std::uint32_t>(micro_batches_.size());
  const auto [at, inserted] = micro_indices_.try_emplace(key, next);
  if (inserted)
    micro_batches_.push_back(perf::micro_batch_layout(layout));
  return at->second;
}

} // namespace gpuplan::plan
