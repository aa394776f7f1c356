#include "plan/explain/explained.hpp"

#include "plan/answer/bars.hpp"

namespace gpuplan::plan {

namespace {

/// On demand first, then spot: what an answer is on where no terms are asked for.
int terms_order(catalog::PurchaseOption option) {
  switch (option) {
  case catalog::PurchaseOption::on_demand: return 0;
  case catalog::PurchaseOption::spot: return 1;
  default: return 2;
  }
}

} // namespace

std::optional<std::size_t> best_of(const RecommendationSet& set) {
  std::optional<std::size_t> best;
  const auto order = [&](std::size_t index) {
    const auto& entry = set.recommendations[index];
    return std::pair(terms_order(entry.offer.option), entry.rank);
  };
  for (std::size_t i = 0; i < set.recommendations.size(); ++i) {
    if (set.recommendations[i].rank > 0 && (!best || order(i) < order(*best)))
      best = i;
  }
  return best;
}

Standing standing_of(const RecommendationSet& all, const Recommendation& entry) {
  Standing standing{.chosen_as = {}, .of = all.counts.ranked, .bars = {}};
  for (const auto& other : all.recommendations) {
    if (other.plan == entry.plan && other.rank > 0)
      standing.rank = other.rank;
    if (other.offer.id == entry.offer.id && other.rank > 0)
      standing.offer_rank = other.rank;
  }
  for (const auto& pick : all.picks) {
    if (all.recommendations[pick.index].plan == entry.plan)
      standing.chosen_as = to_string(pick.kind);
  }
  if (standing.chosen_as.empty())
    standing.bars = entry.bars.empty() ? passed_over(*all.catalog, entry, pick_terms(all.workload))
                                       : entry.bars;
  const auto& first = all.first_not_picked;
  if (first && all.recommendations[first->index].plan == entry.plan)
    standing.bars = first->bars;
  return standing;
}

std::optional<Explained> explain_pinned(const Planner& planner,
                                        Request request,
                                        const facts::RuleSet& rules,
                                        core::DiagnosticSink& sink) {
  request.keep = Keep::every;
  request.old_prices = OldPrices::listed;
  auto pinned = planner.recommend(request, rules, sink);
  if (!pinned)
    return std::nullopt;
  Explained explained{.pinned = std::move(*pinned), .best = {}, .standing = {}, .explanation = {}};
  explained.best = best_of(explained.pinned);
  if (!explained.best)
    return explained;
  const auto& entry = explained.pinned.recommendations[*explained.best];
  request.workload.on.clear();
  request.workload.nodes.reset();
  request.keep = Keep::lines;
  request.lines = k_usual_lines; // those it is held against, whatever is shown
  request.focus = {entry.offer.id};
  request.nearest = Nearest::left_alone;
  const auto all = planner.recommend(request, rules, sink);
  if (!all)
    return std::nullopt;
  explained.standing = standing_of(*all, entry);
  explained.explanation = planner.explain(*all, entry);
  // Pinned to its plan, the answer ranks that one alone.
  auto& ranked = explained.pinned.recommendations[*explained.best];
  ranked.rank = explained.standing.rank;
  ranked.offer_rank = explained.standing.offer_rank;
  explained.explanation.smaller = planner.smaller_plans(request, rules, entry);
  return explained;
}

} // namespace gpuplan::plan
