#include "plan/recommendation.hpp"

#include "core/ensure.hpp"
#include "facts/fact.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::plan {

const std::vector<MarkInfo>& marks() {
  static const std::vector<MarkInfo> all{
      {Mark::region_not_stated, 'r', "region-not-stated", "region not stated by the source"},
      {Mark::chip_not_measured,
       'm',
       "chip-not-measured",
       "no measurement for this chip: range widened"},
      {Mark::memory_over, 'v', "memory-over", "memory over by the estimate, may fit"},
      {Mark::memory_tight, 't', "memory-tight", "memory is tight"},
      {Mark::unconfirmed, 'u', "unconfirmed", "a fact that decides is not known"},
      {Mark::price_old, 'o', "price-old", "price old or undated"},
      {Mark::price_bound, 'b', "price-bound", "price at least as old as its date allows"},
      {Mark::quarantined, 'q', "quarantined", "price row with a data-quality finding"},
      {Mark::community_host, 'c', "community-host", "hosts of third parties"},
      {Mark::not_comparable, 'n', "memory-not-comparable", "no comparable memory measurement"},
      {Mark::rule_of_thumb,
       'h',
       "rule-of-thumb",
       "time from a rule of thumb, not from measurements"},
      {Mark::eager_host,
       'p',
       "eager-host",
       "host work of eager PyTorch sets its latency: range widened; --stack tensorrt-llm has "
       "little"},
      {Mark::other_stack,
       'x',
       "other-stack",
       "wants PyTorch/XLA, JAX or Neuron: never a pick unless --stack names it"},
      {Mark::limit_in_range,
       'e',
       "limit-in-range",
       "may exceed the deadline or budget: its 80 % range does"},
      {Mark::price_outlying, 'f', "price-outlying", "price far from the median of its kind"},
      {Mark::price_unconfirmed, 'd', "price-unconfirmed", "price that nobody confirms"},
      {Mark::price_later, 'l', "price-later", "price dated after the day of this answer"},
      {Mark::assumed, 'a', "assumed", "rests on a fact you assume: --assume"},
      {Mark::waits_for_data, 's', "waits-for-data", "waits for data: as fast as its storage reads"},
      {Mark::storage_unknown,
       'w',
       "storage-unknown",
       "may wait for data: what its storage reads is not known"},
      {Mark::rule_warns, 'g', "rule-warns", "goes against a rule that warns"},
      {Mark::pareto, '\0', "pareto", "no other plan is both cheaper and faster"},
  };
  return all;
}

const MarkInfo& info_of(Mark mark) {
  const auto& all = marks();
  const auto info = std::find_if(
      all.begin(), all.end(), [&](const MarkInfo& known) { return known.mark == mark; });
  GPUPLAN_ENSURE(info != all.end());
  return *info;
}

std::vector<const Verdict*> warnings_of(const Recommendation& entry) {
  const auto told_by_mark = [&](const Verdict& verdict) {
    const auto tests = [&](facts::FactId fact) {
      return verdict.check.find(facts::fact(fact).name) != std::string::npos;
    };
    return (entry.has(Mark::memory_tight) && tests(facts::FactId::memory_utilization)) ||
           (entry.has(Mark::waits_for_data) && tests(facts::FactId::data_loading_ratio));
  };
  std::vector<const Verdict*> warnings;
  for (const auto& verdict : entry.verdicts) {
    if (verdict.outcome == Outcome::fail && verdict.level == "warn" && !told_by_mark(verdict))
      warnings.push_back(&verdict);
  }
  return warnings;
}

std::string
plan_reference(const catalog::Catalog& catalog, const catalog::Offer& offer, std::int32_t nodes) {
  const auto name = catalog.offer_name(offer);
  return nodes > 1 ? fmt::format("{} x{}", name, nodes) : name;
}

std::string_view to_string(Outcome outcome) {
  switch (outcome) {
  case Outcome::not_applicable: return "not applicable";
  case Outcome::pass: return "pass";
  case Outcome::fail: return "fail";
  case Outcome::unknown: return "unknown";
  }
  return "unknown";
}

std::string_view to_string(PickKind kind) {
  switch (kind) {
  case PickKind::rely: return "rely";
  case PickKind::cheap: return "cheap";
  case PickKind::fast: return "fast";
  }
  return "rely";
}

} // namespace gpuplan::plan
