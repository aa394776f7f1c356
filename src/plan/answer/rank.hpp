#pragma once

#include "plan/answer/priced_plan.hpp"
#include "plan/records.hpp"
#include "workload/workload.hpp"

#include <span>
#include <vector>

namespace gpuplan::plan {

/// The order of plans. Confirmed plans come before unconfirmed ones, then current prices before
/// old, then the objective (integers: money in nano-units, time in milliseconds), then advice not
/// followed, cost, time, and at last the offer's name, so that no two plans are ever equal and the
/// order of the catalog decides nothing.
class PlanOrder {
public:
  /// `per_unit`: serving, where value is the cost of a unit.
  PlanOrder(const Records& records, workload::Objective objective, bool per_unit);

  [[nodiscard]] bool operator()(const PricedPlan& a, const PricedPlan& b) const;

  /// The objective alone, for two plans of one offer.
  [[nodiscard]] bool better_value(const PricedPlan& a, const PricedPlan& b) const;

private:
  [[nodiscard]] int compare_value(const PricedPlan& a, const PricedPlan& b) const;
  [[nodiscard]] bool name_before(catalog::OfferId a, catalog::OfferId b) const;

  const Records* records_;
  workload::Objective objective_;
  bool per_unit_;
};

/// What a line of the default list stands for.
struct GroupKey {
  catalog::ProviderId provider;
  std::uint32_t accelerator = 0; ///< index, or all ones for host-only machines
  catalog::PurchaseOption terms = catalog::PurchaseOption::on_demand;
  friend auto operator<=>(const GroupKey&, const GroupKey&) = default;
};

/// The best plan of each group, in ranking order, of plans that are sorted already; twins (one
/// offer under two names) once.
std::vector<std::size_t> best_of_groups(const Records& records, std::span<const PricedPlan> sorted);

/// The lines of the default list: at most `most` of `groups`, in order; of one provider at most one
/// on-demand and one interruptible line, and at most half of the lines interruptible, while others
/// can fill the list.
std::vector<std::size_t> default_lines(const Records& records,
                                       std::span<const PricedPlan> sorted,
                                       std::span<const std::size_t> groups,
                                       std::size_t most);

/// Of the plans that rest on an unknown fact those whose value is better than a plan's: how many,
/// and the best; null where there is none.
struct NotConfirmedBefore {
  const PricedPlan* best = nullptr;
  std::uint64_t count = 0;
};

NotConfirmedBefore not_confirmed_before(const PricedPlan& last,
                                        std::span<const PricedPlan> plans,
                                        const PlanOrder& order);

/// Marks the plans that no other beats in both cost and time.
void mark_pareto(std::span<PricedPlan> sorted);

} // namespace gpuplan::plan
