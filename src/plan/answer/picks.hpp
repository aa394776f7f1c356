#pragma once

#include "plan/answer/priced_plan.hpp"
#include "plan/records.hpp"
#include "workload/workload.hpp"

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

/// The terms of picks, and what the fast one may cost and take.
struct PickLimits {
  PickTerms terms;
  double cost_ratio = 1; ///< of the cost of `rely`, else of `cheap`
  double devices_most = 1;
  bool has_budget = false;
};

/// The few answers a person needs, whatever the plans are ranked by. `others` are the cheapest and
/// the fastest plans of the same offers.
///   rely   cheapest on demand, where terms are asked for on any of them that is not interrupted:
///          dated and fresh price, secure host, measured chip, memory that fits
///   cheap  cheapest that may be interrupted, same price and host
///   fast   faster than the others and worth it: within `cost_ratio` of the cost of `rely`, else of
///          `cheap`; on no more devices than a person can rent unasked, or than `rely` takes. A
///          budget is what the job may cost, not what it should: under one a plan may also be
///          dearer than that where it is as many times faster as it is dearer. Who wants the
///          fastest for all of the money ranks by time.
/// Old, undated, later and outlying prices, community hosts and unconfirmed plans are never a pick
/// (`bars_of` says why); one whose memory is tight only where no other would be.
std::vector<PickedPlan> pick(const Records& records,
                             std::span<const PricedPlan> ranked,
                             std::span<const PricedPlan> others,
                             const PickLimits& limits);

/// Why a kind of pick is chosen on these terms, in one phrase.
std::string reason_of(PickKind kind, catalog::PurchaseOption option);

/// The plan people take unasked: the cheapest confirmed on-demand plan in the first of the places
/// (`aws/us-east-1`, …) that has one, on a host of the x86_64 instruction set. Old prices count,
/// since that is what they would be told.
std::optional<PricedPlan> naive_choice(const catalog::Catalog& catalog,
                                       std::span<const PricedPlan> sorted,
                                       std::span<const std::string_view> places);

} // namespace gpuplan::plan
