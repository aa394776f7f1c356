#pragma once

#include "output/reports/recommend_report.hpp"
#include "plan/planner.hpp"

#include "gpuplan/catalog.hpp"

namespace gpuplan {

/// The planner is bound to the catalog beside it, so the two never move.
struct Catalog::State {
  explicit State(catalog::Catalog loaded) : catalog(std::move(loaded)), planner(catalog) {}

  catalog::Catalog catalog;
  plan::Planner planner;
};

/// What a job was planned with, so that its plans can be explained, and the answer, written out.
struct Answer::State {
  std::shared_ptr<const Catalog::State> market;
  plan::Request request;
  facts::RuleSet rules;
  output::Rows rows = output::Rows::lines;
  plan::RecommendationSet set;
  std::vector<Pick> picks;
  std::vector<Plan> plans;
  std::vector<Exclusion> excluded;
  std::vector<Assumption> assumptions;
};

} // namespace gpuplan
