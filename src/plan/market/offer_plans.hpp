#pragma once

#include "plan/answer/priced_plan.hpp"
#include "plan/answer/rank.hpp"

#include <optional>
#include <tuple>

namespace gpuplan::plan {

/// The plans of one offer that are worth keeping. Confirmed plans go before others, whatever they
/// cost or take.
struct OfferPlans {
  double devices_most = 0;            ///< that a person can rent unasked
  std::optional<PricedPlan> best;     ///< by the objective
  std::optional<PricedPlan> cheapest; ///< for the picks, whatever the objective
  std::optional<PricedPlan> fastest;
  std::optional<PricedPlan> fastest_to_be_had; ///< on no more devices than that

  void offer(const PricedPlan& plan, const PlanOrder& order) {
    keep(best, plan, [&](const auto& a, const auto& b) { return order.better_value(a, b); });
    keep(cheapest, plan, [](const auto& a, const auto& b) {
      return std::tuple(a.total.nanos(), a.wall) < std::tuple(b.total.nanos(), b.wall);
    });
    const auto faster = [](const auto& a, const auto& b) { return a.wall < b.wall; };
    keep(fastest, plan, faster);
    if (plan.devices <= devices_most)
      keep(fastest_to_be_had, plan, faster);
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
