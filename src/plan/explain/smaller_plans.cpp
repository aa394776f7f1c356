#include "plan/planner_state.hpp"
#include "plan/remedies/remedies.hpp"

#include <algorithm>
#include <array>

namespace gpuplan::plan {
namespace {

struct Change {
  std::string_view name;
  std::string_view key;
  std::string_view value;
};

constexpr std::array k_training{
    Change{"lora", "method", "lora"},
    Change{"qlora", "method", "qlora"},
    Change{"8-bit optimizer", "optimizer", "adamw-8bit"},
    Change{"recompute", "recompute", "full"},
    Change{"micro-batch 1", "batch.micro", "1"},
    Change{"fused attention", "attention", "fused"},
};

constexpr std::array k_serving{
    Change{"fp8 weights", "precision.weights", "fp8"},
    Change{"int4 weights", "precision.weights", "awq_int4"},
    Change{"8-bit cache", "precision.kv", "fp8"},
};

} // namespace

std::vector<SmallerPlan> Planner::smaller_plans(const Request& request,
                                                const facts::RuleSet& rules,
                                                const Recommendation& entry) const {
  constexpr double k_worth_naming = 0.99;
  const cost::CostModel cost(bound_->catalog, request.exchange);
  const Trials trials(bound_->catalog, bound_->models, cost, rules, request);
  const bool training = request.workload.demand.kind == workload::JobKind::train;
  const std::span<const Change> changes =
      training ? std::span<const Change>{k_training} : std::span<const Change>{k_serving};
  std::vector<SmallerPlan> smaller;
  for (const auto& change : changes) {
    const workload::Overrides stated{{.key = std::string(change.key),
                                      .value = std::string(change.value),
                                      .origin = std::string(change.key)}};
    auto job = trials.restated(stated);
    if (!job)
      continue;
    job->nodes = entry.setup.nodes;
    const auto tried = trials.run(*job, entry.offer.id);
    if (!tried || tried->setup.memory.device > entry.setup.memory.device * k_worth_naming)
      continue;
    smaller.push_back({.name = std::string(change.name),
                       .flags = as_flags(stated),
                       .device = tried->setup.memory.device,
                       .wall = tried->wall,
                       .total = tried->total});
  }
  std::sort(smaller.begin(), smaller.end(), [](const SmallerPlan& a, const SmallerPlan& b) {
    return a.device < b.device || (a.device == b.device && a.name < b.name);
  });
  return smaller;
}

} // namespace gpuplan::plan
