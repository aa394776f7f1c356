#pragma once

#include "plan/answer/priced_plan.hpp"
#include "plan/answer/rank.hpp"

#include <optional>
#include <vector>

namespace gpuplan::plan {

/// The plans of one offer, one for each number of machines. Those that are unconfirmed go where
/// others are confirmed, whatever they cost or take.
struct OfferPlans {
  std::optional<PricedPlan> best; ///< by the objective
  std::vector<PricedPlan> others; ///< for the picks, whatever the objective

  void offer(const PricedPlan& plan, const PlanOrder& order) {
    if (best && confirmed(plan) < confirmed(*best))
      return;
    if (best && confirmed(plan) > confirmed(*best)) {
      best.reset();
      others.clear();
    }
    if (!best) {
      best = plan;
    } else if (order.better_value(plan, *best)) {
      others.push_back(*best);
      best = plan;
    } else {
      others.push_back(plan);
    }
  }

private:
  static bool confirmed(const PricedPlan& plan) { return !plan.has(Mark::unconfirmed); }
};

} // namespace gpuplan::plan
