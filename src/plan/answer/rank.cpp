#include "plan/answer/rank.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

namespace gpuplan::plan {
namespace {

using catalog::OfferId;
using catalog::PurchaseOption;
using workload::Objective;

__extension__ using Int128 = __int128;

constexpr std::uint32_t k_host_only = std::numeric_limits<std::uint32_t>::max();

template <class T>
int compare(const T& a, const T& b) {
  return a < b ? -1 : (b < a ? 1 : 0);
}

bool is_interruptible(PurchaseOption option) {
  return option == PurchaseOption::spot;
}

/// The instance an offer is listed under: of twins the first by name.
catalog::InstanceId listed_instance(const catalog::Instance& instance) {
  return instance.same_as ? std::min(*instance.same_as, instance.id) : instance.id;
}

GroupKey group_of(const catalog::Instance& instance, PurchaseOption terms) {
  return {.provider = instance.provider,
          .accelerator = instance.accelerator ? instance.accelerator->index : k_host_only,
          .terms = terms};
}

} // namespace

bool is_current(const PricedPlan& plan) {
  return !plan.has(Mark::price_old) && !plan.has(Mark::price_later) && !plan.has(Mark::quarantined);
}

PlanOrder::PlanOrder(const Records& records, Objective objective, bool per_unit)
    : records_(&records),
      objective_(objective),
      per_unit_(per_unit) {}

int PlanOrder::compare_value(const PricedPlan& a, const PricedPlan& b) const {
  switch (objective_) {
  case Objective::cost: return compare(a.total.nanos(), b.total.nanos());
  case Objective::time: return compare(a.wall, b.wall);
  case Objective::value:
    if (per_unit_)
      return compare(a.cost_per_unit, b.cost_per_unit);
    return compare(Int128{a.total.nanos()} * a.wall.count(),
                   Int128{b.total.nanos()} * b.wall.count());
  case Objective::expression:
    if (a.custom_known != b.custom_known)
      return a.custom_known ? -1 : 1;
    return a.custom_known ? compare(a.custom, b.custom) : 0;
  }
  return 0;
}

bool PlanOrder::better_value(const PricedPlan& a, const PricedPlan& b) const {
  const int value = compare_value(a, b);
  if (value != 0)
    return value < 0;
  return std::tuple(a.total.nanos(), a.wall) < std::tuple(b.total.nanos(), b.wall);
}

/// By the parts of an offer's name, in their order: those of its place and size, which two plans at
/// one price often tell apart, before the rest is decoded.
bool PlanOrder::name_before(OfferId a, OfferId b) const {
  const auto& catalog = records_->catalog();
  const auto place = [&](OfferId id) {
    const auto& instance = records_->instance(catalog.instance_of(id));
    return std::tuple(records_->provider(instance.provider).name,
                      instance.type,
                      records_->region(catalog.region_of(id)).name);
  };
  if (const auto order = place(a) <=> place(b); order != 0)
    return order < 0;
  const auto rest = [&](OfferId id) {
    const auto offer = catalog.offer(id);
    return std::tuple(offer.zone, offer.tier, offer.option, offer.term, offer.payment);
  };
  return rest(a) < rest(b);
}

bool PlanOrder::operator()(const PricedPlan& a, const PricedPlan& b) const {
  const auto standing = [](const PricedPlan& plan) {
    return (plan.has(Mark::unconfirmed) ? 2 : 0) + (is_current(plan) ? 0 : 1);
  };
  if (const int place = compare(standing(a), standing(b)); place != 0)
    return place < 0;
  const int value = compare_value(a, b);
  if (value != 0)
    return value < 0;
  const auto rest = [](const PricedPlan& plan) {
    return std::tuple(
        plan.has(Mark::memory_tight), plan.preferences_missed, plan.total.nanos(), plan.wall);
  };
  if (const auto order = rest(a) <=> rest(b); order != 0)
    return order < 0;
  return name_before(a.offer, b.offer);
}

std::vector<std::size_t> best_of_groups(const Records& records,
                                        std::span<const PricedPlan> sorted) {
  const auto& catalog = records.catalog();
  std::vector<std::size_t> best;
  std::set<GroupKey> seen;
  std::set<std::tuple<std::uint32_t, std::uint32_t, PurchaseOption>> listed;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const auto offer = sorted[i].offer;
    const auto& instance = records.instance(catalog.instance_of(offer));
    const auto terms = catalog.option_of(offer);
    if (!seen.insert(group_of(instance, terms)).second)
      continue;
    const auto region = catalog.region_of(offer);
    if (!listed.insert({listed_instance(instance).index, region.index, terms}).second)
      continue;
    best.push_back(i);
  }
  return best;
}

std::vector<std::size_t> default_lines(const Records& records,
                                       std::span<const PricedPlan> sorted,
                                       std::span<const std::size_t> groups,
                                       std::size_t most) {
  const auto& catalog = records.catalog();
  std::vector<std::size_t> lines;
  std::vector<std::size_t> passed_over;
  std::set<std::pair<catalog::ProviderId, bool>> taken;
  std::size_t interruptible = 0;
  for (const auto group : groups) {
    if (lines.size() == most)
      break;
    const auto offer = sorted[group].offer;
    const auto& instance = records.instance(catalog.instance_of(offer));
    const bool may_stop = is_interruptible(catalog.option_of(offer));
    const bool too_many = may_stop && interruptible >= (most + 1) / 2;
    if (too_many || !taken.insert({instance.provider, may_stop}).second) {
      passed_over.push_back(group);
      continue;
    }
    if (may_stop)
      ++interruptible;
    lines.push_back(group);
  }
  for (const auto group : passed_over) {
    if (lines.size() >= most)
      break;
    lines.push_back(group);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

NotConfirmedBefore not_confirmed_before(const PricedPlan& last,
                                        std::span<const PricedPlan> plans,
                                        const PlanOrder& order) {
  NotConfirmedBefore found;
  for (const auto& plan : plans) {
    if (!plan.has(Mark::unconfirmed) || !is_current(plan) || !order.better_value(plan, last))
      continue;
    ++found.count;
    if (found.best == nullptr || order.better_value(plan, *found.best))
      found.best = &plan;
  }
  return found;
}

void mark_pareto(std::span<PricedPlan> plans) {
  std::vector<PricedPlan*> by_cost;
  for (auto& plan : plans)
    by_cost.push_back(&plan);
  std::sort(by_cost.begin(), by_cost.end(), [](const PricedPlan* a, const PricedPlan* b) {
    return std::tuple(a->total.nanos(), a->wall) < std::tuple(b->total.nanos(), b->wall);
  });
  // Of plans at one cost and time none beats the others: all are marked.
  const PricedPlan* front = nullptr;
  for (auto* plan : by_cost) {
    const bool equal = front != nullptr && plan->total == front->total && plan->wall == front->wall;
    if (front != nullptr && !equal && plan->wall >= front->wall)
      continue;
    front = plan;
    plan->marks |= static_cast<std::uint32_t>(Mark::pareto);
  }
}

} // namespace gpuplan::plan
