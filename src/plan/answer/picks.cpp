#include "plan/answer/picks.hpp"

#include "plan/answer/bars.hpp"
#include "plan/answer/rank.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace gpuplan::plan {
namespace {

using catalog::PurchaseOption;

/// The speed of a processor is a guess: what is cheapest or fastest among processors would be too.
bool is_guess(const catalog::Catalog& catalog, const PricedPlan& plan) {
  return plan.has(Mark::chip_not_measured) &&
         !catalog.shape(catalog.offer(plan.offer).shape).accelerator;
}

bool may_be_picked(const catalog::Catalog& catalog, const PricedPlan& plan) {
  // Looks the offer up, so its date is asked last: it counts where the rule on age is off.
  return (plan.marks & k_never_picked) == 0 && catalog.offer(plan.offer).as_of.known() &&
         !is_guess(catalog, plan);
}

bool is_among(PurchaseOption option, const PickTerms& terms) {
  return std::ranges::find(terms, option) != terms.end();
}

bool is_sure(const PricedPlan& plan) {
  return (plan.marks & k_not_sure) == 0;
}

/// The cheapest plan that a condition holds for, which is asked of those alone that would be it.
template <class Condition>
const PricedPlan* cheapest_that(const Records& records,
                                std::span<const PricedPlan> ranked,
                                std::span<const PricedPlan> others,
                                Condition&& condition) {
  const PlanOrder by_cost(records, workload::Objective::cost, false);
  const PricedPlan* best = nullptr;
  for (const auto plans : {ranked, others}) {
    for (const auto& plan : plans) {
      if (best != nullptr && !by_cost(plan, *best))
        continue;
      if (condition(plan))
        best = &plan;
    }
  }
  return best;
}

} // namespace

PickTerms pick_terms(const workload::Workload& job) {
  return job.purchase.terms.empty() ? PickTerms{PurchaseOption::on_demand, PurchaseOption::spot}
                                    : job.purchase.terms;
}

std::string reason_of(PickKind kind, PurchaseOption option) {
  constexpr std::string_view k_sure = "with a dated price, a secure host and a measured chip";
  switch (kind) {
  case PickKind::rely:
    return option == PurchaseOption::on_demand
               ? fmt::format("cheapest on demand {}", k_sure)
               : fmt::format("cheapest on the terms asked for ({}) {}", to_string(option), k_sure);
  case PickKind::cheap: return "cheapest if it may be interrupted";
  case PickKind::fast: return "fastest for about that money";
  }
  return {};
}

namespace {

/// The fastest plan that may be picked, is sure and keeps within the limits beside another pick.
const PricedPlan* fastest_within(const catalog::Catalog& catalog,
                                 std::span<const PricedPlan> plans,
                                 const PricedPlan& beside,
                                 const PickLimits& limits,
                                 const PricedPlan* best) {
  const double devices_most = std::max(limits.devices_most, beside.devices);
  const double cost_most = limits.cost_ratio * beside.total.to_double();
  for (const auto& plan : plans) {
    const bool faster = best == nullptr || plan.wall < best->wall ||
                        (plan.wall == best->wall && plan.total < best->total);
    if (!faster || !is_sure(plan))
      continue;
    // Looks the offer up, so it is asked last.
    if (plan.total.to_double() <= cost_most && plan.devices <= devices_most &&
        is_among(catalog.option_of(plan.offer), limits.terms) && may_be_picked(catalog, plan))
      best = &plan;
  }
  return best;
}

/// Whether a plan is one to rely on, tight memory and warnings apart.
bool is_firm(const catalog::Catalog& catalog, const PricedPlan& plan, const PickTerms& terms) {
  const auto option = catalog.option_of(plan.offer);
  return option != PurchaseOption::spot && is_among(option, terms) && is_sure(plan);
}

} // namespace

std::vector<PickedPlan> pick(const Records& records,
                             std::span<const PricedPlan> ranked,
                             std::span<const PricedPlan> others,
                             const PickLimits& limits) {
  const auto& catalog = records.catalog();
  std::vector<PickedPlan> picks;
  const auto option_of = [&](const PricedPlan& plan) { return catalog.option_of(plan.offer); };
  const auto is_rely = [&](const PricedPlan& plan) {
    return is_firm(catalog, plan, limits.terms) && may_be_picked(catalog, plan);
  };
  const auto cheapest = [&](const auto& condition) {
    const auto* few = cheapest_that(records, ranked, others, [&](const PricedPlan& plan) {
      return plan.devices <= limits.devices_most && condition(plan);
    });
    return few != nullptr ? few : cheapest_that(records, ranked, others, condition);
  };
  const auto* rely = cheapest(is_rely);
  if (rely != nullptr && limits.warned && limits.warned(*rely)) {
    const auto* quiet =
        cheapest([&](const PricedPlan& plan) { return is_rely(plan) && !limits.warned(plan); });
    const bool larger = quiet != nullptr && quiet->devices > limits.devices_most &&
                        rely->devices <= limits.devices_most;
    rely = quiet != nullptr && !larger ? quiet : rely;
  }
  if (rely != nullptr)
    picks.push_back({PickKind::rely, *rely});
  const auto* cheap = cheapest([&](const PricedPlan& plan) {
    return option_of(plan) == PurchaseOption::spot &&
           is_among(PurchaseOption::spot, limits.terms) && may_be_picked(catalog, plan);
  });
  const bool cheaper = cheap != nullptr && (rely == nullptr || cheap->total < rely->total);
  if (cheaper)
    picks.push_back({PickKind::cheap, *cheap});
  const auto* beside = rely != nullptr ? rely : cheap;
  if (beside == nullptr)
    return picks;
  const auto* fast = fastest_within(catalog, ranked, *beside, limits, nullptr);
  fast = fastest_within(catalog, others, *beside, limits, fast);
  const bool faster_than_all =
      fast != nullptr && std::all_of(picks.begin(), picks.end(), [&](const PickedPlan& picked) {
        return fast->wall < picked.plan.wall;
      });
  if (faster_than_all)
    picks.push_back({PickKind::fast, *fast});
  return picks;
}

std::string
many_devices(const PricedPlan& plan, const workload::Workload& job, double devices_most) {
  if (plan.devices <= devices_most || job.nodes || !job.on.empty())
    return {};
  return fmt::format("takes {:.0f} devices, which are seldom to be had by the hour without asking; "
                     "no plan of up to {:g} would be this pick",
                     plan.devices,
                     devices_most);
}

std::optional<PricedPlan> cheapest_tight(const Records& records,
                                         std::span<const PricedPlan> ranked,
                                         std::span<const PricedPlan> others,
                                         const PickTerms& terms,
                                         PickKind kind) {
  const auto& catalog = records.catalog();
  const auto is_of_kind = [&](const PricedPlan& plan) {
    return kind == PickKind::rely ? is_firm(catalog, plan, terms)
                                  : catalog.option_of(plan.offer) == PurchaseOption::spot &&
                                        is_among(PurchaseOption::spot, terms);
  };
  const auto* tight = cheapest_that(records, ranked, others, [&](PricedPlan plan) {
    const bool is_tight = plan.has(Mark::memory_tight);
    plan.marks &= ~(bit(Mark::memory_tight) | bit(Mark::memory_over));
    return is_tight && is_of_kind(plan) && may_be_picked(catalog, plan);
  });
  return tight != nullptr ? std::optional{*tight} : std::nullopt;
}

namespace {

/// Whether usual builds of the frameworks run on the host as they come.
bool has_x86_host(const catalog::Catalog& catalog, catalog::OfferId offer) {
  return catalog.instance(catalog.offer(offer).instance).cpu == catalog::CpuArchitecture::x86_64;
}

} // namespace

std::optional<PricedPlan> naive_choice(const catalog::Catalog& catalog,
                                       std::span<const PricedPlan> ranked,
                                       std::span<const PricedPlan> others,
                                       std::span<const std::string_view> places) {
  const auto before = [](const PricedPlan& a, const PricedPlan& b) {
    const auto key = [](const PricedPlan& plan) {
      return std::tuple(plan.has(Mark::memory_tight), plan.total.nanos(), plan.wall);
    };
    return key(a) < key(b);
  };
  for (const auto place : places) {
    const PricedPlan* best = nullptr;
    for (const auto plans : {ranked, others}) {
      for (const auto& plan : plans) {
        const bool better = best == nullptr || before(plan, *best);
        if (!better || plan.has(Mark::unconfirmed) || plan.has(Mark::other_stack) ||
            catalog.option_of(plan.offer) != PurchaseOption::on_demand)
          continue;
        // Compares names and reads the whole machine, so it is asked last.
        if (catalog.in_place(catalog.region_of(plan.offer), place) &&
            has_x86_host(catalog, plan.offer))
          best = &plan;
      }
    }
    if (best != nullptr)
      return *best;
  }
  return std::nullopt;
}

} // namespace gpuplan::plan
