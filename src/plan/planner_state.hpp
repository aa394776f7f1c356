#pragma once

#include "plan/explore/explorer.hpp"
#include "plan/planner.hpp"

namespace gpuplan::plan {

/// What a planner binds once to its catalog.
struct Planner::Bound {
  Bound(const catalog::Catalog& bound, facts::RuleSet compiled)
      : catalog(bound),
        models(bound),
        rules(std::move(compiled)) {}

  const catalog::Catalog& catalog;
  Models models;
  facts::RuleSet rules;
};

} // namespace gpuplan::plan
