#pragma once

#include "plan/remedies/trials.hpp"

#include <string>
#include <string_view>

namespace gpuplan::plan {

/// What a reason to leave offers out is called in a report. A rule of the user's own has its id.
std::string_view reason_phrase(std::string_view reason, std::uint64_t count);

/// The nearest of the offers that a reason left out.
struct Miss {
  std::string_view reason; ///< rule id or the search's own word
  catalog::OfferId offer;
  std::int32_t nodes = 1;
  double distance = 0;         ///< the figure that decides, of this offer: hours, an amount
  std::optional<double> least; ///< of the reason's own figure: break-even hours a year
};

/// What would make a miss a plan: the flags alone, and with the plan they lead to behind those that
/// lead to another number of machines than the miss has.
struct Remedy {
  std::string flags;
  std::string told;
};

/// What would make a miss a plan, as flags: each was tried and holds for this very offer. Changes
/// of one flag before those of several; empty where none of those that suit the reason helps. A
/// plan that the list sets apart for its price comes with `--old`, unless the request lists those.
Remedy remedy_for(const Miss& miss, const Trials& trials);

/// What would make a plan whose memory is tight fit: tried as the flags say it, and only what leads
/// to the same offer on as many machines, for which the flags fix their number where they have to.
/// Nothing where none of those that make a job smaller does.
std::optional<Relief> relief_for(const Recommendation& entry, const Trials& trials);

/// `--method qlora`: how changes of a job are said on the command line.
std::string as_flags(const workload::Overrides& changes);

} // namespace gpuplan::plan
