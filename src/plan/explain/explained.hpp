#pragma once

#include "plan/explain/explanation.hpp"
#include "plan/planner.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace gpuplan::plan {

/// Where a plan stands among all: an empty text where it was not chosen.
struct Standing {
  std::string chosen_as;        ///< `cheap`
  std::uint32_t rank = 0;       ///< 0: not ranked
  std::uint32_t offer_rank = 0; ///< of its offer, whatever number of machines is ranked
  std::uint64_t of = 0;
  std::vector<Bar> bars; ///< why it is no pick, where something speaks against it
};

/// A plan that was asked for by name, in full.
struct Explained {
  RecommendationSet pinned;        ///< the answer to the request as pinned to the plan
  std::optional<std::size_t> best; ///< of its plans; none where all were left out, and so no more
  Standing standing;               ///< among the plans of the request without the pin
  Explanation explanation;
};

/// The best ranked plan on demand, else on spot, else on whatever terms there are, as an index into
/// the recommendations: commitments and reservations are no answer to who has not asked for them.
std::optional<std::size_t> best_of(const RecommendationSet& set);

/// Where a plan of another answer stands in this one.
Standing standing_of(const RecommendationSet& all, const Recommendation& entry);

/// Explains the best of the plans that a request is pinned to (`workload.on`). Nothing, with
/// diagnostics, where the request names what the catalog does not have.
std::optional<Explained> explain_pinned(const Planner& planner,
                                        Request request,
                                        const facts::RuleSet& rules,
                                        core::DiagnosticSink& sink);

} // namespace gpuplan::plan
