#pragma once

#include "plan/priced_plan.hpp"
#include "plan/rank.hpp"

#include <optional>
#include <tuple>

namespace gpuplan::plan {

/// The plans of one offer that are worth keeping. Confirmed plans go before others, whatever they
/// cost or take.
struct OfferPlans {
  std::optional<PricedPlan> best;     ///< by the objective
  std::optional<PricedPlan> cheapest; ///< for the picks, whatever the objective
  std::optional<PricedPlan> fastest;

  void offer(const PricedPlan& plan, const PlanOrder& order) {
    keep(best, plan, [&](const auto& a, const auto& b) { return order.better_value(a, b); });
    keep(cheapest, plan, [](const auto& a, const auto& b) {
      return std::tuple(a.total.nanos(), a.wall) < std::tuple(b.total.nanos(), b.wall);
    });
    keep(fastest, plan, [](const auto& a, const auto& b) { return a.wall < b.wall; });
  }

private:
  template <class Better>
  static void keep(std::optional<PricedPlan>& slot, const PricedPlan& plan, Better&& better) {
    if (!slot || confirmed(plan) > confirmed(*slot) ||
        (confirmed(plan) == confirmed(*slot) && better(plan, *slot)))
      slot = plan;
  }

  static bool confirmed(const PricedPlan& plan) { return !plan.has(Mark::unconfirmed); }
};

} // namespace gpuplan::plan
