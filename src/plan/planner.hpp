#pragma once

#include "core/diagnostic.hpp"
#include "facts/rule.hpp"
#include "plan/explain/explanation.hpp"
#include "plan/recommendation.hpp"
#include "plan/request/request.hpp"

#include <memory>
#include <optional>

namespace gpuplan::plan {

struct Models;

/// Answers requests over one catalog: which machines, how many, on which terms. Binds the
/// estimators once; answers depend on nothing but catalog, rules and request.
class Planner {
public:
  explicit Planner(const catalog::Catalog& catalog);
  ~Planner();

  /// The rules of the catalog; callers add their own files to a copy.
  [[nodiscard]] const facts::RuleSet& rules() const;

  /// Nothing, with diagnostics, where the request names what the catalog does not have. That
  /// nothing fits is an answer: a set without recommendations and with the reasons.
  [[nodiscard]] std::optional<RecommendationSet>
  recommend(const Request& request, const facts::RuleSet& rules, core::DiagnosticSink& sink) const;

  [[nodiscard]] const Models& models() const;

  /// Everything behind one plan of an answer.
  [[nodiscard]] Explanation explain(const RecommendationSet& set,
                                    const Recommendation& entry) const;

  /// What would make one plan of an answer smaller, each change tried with the job of the request
  /// stated anew; empty where the request cannot restate it.
  [[nodiscard]] std::vector<SmallerPlan> smaller_plans(const Request& request,
                                                       const facts::RuleSet& rules,
                                                       const Recommendation& entry) const;

private:
  void
  add_nearest(RecommendationSet& set, const Request& request, const facts::RuleSet& rules) const;

  struct Bound;
  std::unique_ptr<Bound> bound_;
};

} // namespace gpuplan::plan
