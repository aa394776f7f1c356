#pragma once

#include "facts/values.hpp"
#include "plan/market/place_matcher.hpp"
#include "plan/recommendation.hpp"

namespace gpuplan::plan {

/// The facts of the plans of one answer, one plan after the other in the same values.
class AnswerFacts {
public:
  /// `set` must outlive the facts.
  explicit AnswerFacts(const RecommendationSet& set);

  /// Valid until the next call.
  const facts::FactValues& of(const Recommendation& entry);

private:
  const RecommendationSet& set_;
  CatalogPlaceMatcher places_;
  facts::FactValues values_;
};

} // namespace gpuplan::plan
