#include "plan/facts/answer_facts.hpp"

#include "plan/facts/fill.hpp"
#include "plan/facts/fill_recommendation.hpp"

namespace gpuplan::plan {

AnswerFacts::AnswerFacts(const RecommendationSet& set) : set_(set), places_(*set.catalog) {
  values_.set_place_matcher(&places_);
  fill_rates(values_, set.exchange, set.currency);
}

const facts::FactValues& AnswerFacts::of(const Recommendation& entry) {
  fill_recommendation(values_, *set_.catalog, set_.workload, set_.as_of, set_.exchange, entry);
  return values_;
}

} // namespace gpuplan::plan
