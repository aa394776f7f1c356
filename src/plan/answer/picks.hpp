#pragma once

#include "plan/answer/priced_plan.hpp"
#include "plan/records.hpp"
#include "workload/workload.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gpuplan::plan {

/// A pick before it is written out: one of the ranked plans, or of the others of their offers.
struct PickedPlan {
  PickKind kind = PickKind::rely;
  PricedPlan plan;
};

/// The terms picks are on: those asked for, else on demand and spot.
using PickTerms = std::vector<catalog::PurchaseOption>;

PickTerms pick_terms(const workload::Workload& job);

/// The terms of picks, what the fast one may cost, and how many devices a person can rent unasked.
struct PickLimits {
  PickTerms terms;
  double cost_ratio = 1;   ///< of the cost of `rely`, else of `cheap`
  double devices_most = 1; ///< a pick takes more only where no smaller plan would be it
  std::function<bool(const PricedPlan&)> warned; ///< whether a rule warns of it; asked of few plans
};

/// The few answers a person needs, whatever the plans are ranked by. `others` are the
/// plans of the same offers on other numbers of machines.
///   rely   cheapest on demand, where terms are asked for on any of them that is not interrupted:
///          dated and fresh price, secure host, measured chip; one that a rule warns of only where
///          there is no other
///   cheap  cheapest that may be interrupted, same price and host
///   fast   faster than the others, within `cost_ratio` of the cost of `rely`, else of `cheap`; on
///          no more devices than a person can rent unasked, or than `rely` takes. A budget is what
///          the job may cost, not what it should, so it widens nothing. Who wants the fastest for
///          all of the money ranks by time.
/// Tight memory, old, undated, later and outlying prices, community hosts and unconfirmed plans are
/// never a pick (`bars_of` says why).
std::vector<PickedPlan> pick(const Records& records,
                             std::span<const PricedPlan> ranked,
                             std::span<const PricedPlan> others,
                             const PickLimits& limits);

/// The cheapest plan that would be `rely` or `cheap` if its memory were not tight.
std::optional<PricedPlan> cheapest_tight(const Records& records,
                                         std::span<const PricedPlan> ranked,
                                         std::span<const PricedPlan> others,
                                         const PickTerms& terms,
                                         PickKind kind);

/// Why a kind of pick is chosen on these terms, in one phrase.
std::string reason_of(PickKind kind, catalog::PurchaseOption option);

/// What is said of a pick of more devices than are had unasked; empty where their number is asked.
std::string
many_devices(const PricedPlan& plan, const workload::Workload& job, double devices_most);

/// The plan people take unasked: the cheapest confirmed on-demand plan in the first of the places
/// (`aws/us-east-1`, …) that has one, on a host of the x86_64 instruction set; one whose memory
/// fits goes before one that is tight. Old prices count, since that is what they would be told.
/// Looks at `others` as well, so that the ranking decides nothing.
std::optional<PricedPlan> naive_choice(const catalog::Catalog& catalog,
                                       std::span<const PricedPlan> ranked,
                                       std::span<const PricedPlan> others,
                                       std::span<const std::string_view> places);

} // namespace gpuplan::plan
