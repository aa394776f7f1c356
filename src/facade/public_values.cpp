#include "facade/public_values.hpp"

#include "plan/facts/answer_facts.hpp"

#include <fmt/format.h>

namespace gpuplan::facade {
namespace {

using facts::Bound;
using facts::FactId;
using facts::FactValues;

Money to_public(const core::Money& amount) {
  return {.nano_units = amount.nanos(), .currency = std::string(amount.currency().code())};
}

/// The same, or unknown for the same reason.
template <class Public, class Value>
Known<Public> to_public(const core::Known<Value>& known) {
  if (!known)
    return {.value = {}, .why_unknown = std::string(known.why_unknown())};
  return {.value = Public(*known), .why_unknown = {}};
}

std::string text_of(const FactValues& values, FactId id) {
  return std::string(values.text(id).value_or({}));
}

/// A fact that has a range, in the unit that `T` counts.
template <class T>
core::Known<Estimate<T>> estimate_of(const FactValues& values, FactId id) {
  return values.number(id).transform([&](double point) {
    return Estimate<T>{.value = T(point),
                       .low = T(*values.number(id, Bound::low)),
                       .high = T(*values.number(id, Bound::high))};
  });
}

std::vector<Mark> marks_of(const plan::Recommendation& entry) {
  std::vector<Mark> marks;
  for (const auto& mark : plan::marks()) {
    if (entry.has(mark.mark))
      marks.push_back({.word = std::string(mark.word), .meaning = std::string(mark.meaning)});
  }
  return marks;
}

Plan plan_of(const FactValues& values, const plan::Recommendation& entry) {
  const auto& offer = entry.offer;
  const auto& quote = entry.quote;
  return {.reference = entry.plan,
          .rank = entry.rank > 0 ? std::optional{entry.rank} : std::nullopt,
          .provider = text_of(values, FactId::provider),
          .instance_type = text_of(values, FactId::instance_type),
          .region = text_of(values, FactId::region),
          .accelerator = text_of(values, FactId::accelerator),
          .devices_per_node = *values.number(FactId::gpu_count),
          .nodes = entry.setup.nodes,
          .terms = std::string(to_string(offer.option)),
          .price_per_hour = to_public(*offer.hourly),
          .price_date = to_public<Day>(offer.as_of),
          .price_source = fmt::format("{}:{}", offer.source_file, offer.source_line),
          .layout = entry.layout,
          .memory_needed_gib = *estimate_of<double>(values, FactId::memory_needed_gib),
          .memory_usable_gib = to_public<double>(values.number(FactId::gpu_memory_usable_gib)),
          .time = to_public<Estimate<Hours>>(estimate_of<Hours>(values, FactId::time_hours)),
          .total = {.value = to_public(quote.total),
                    .low = to_public(quote.total_low),
                    .high = to_public(quote.total_high)},
          .bottleneck = text_of(values, FactId::bottleneck),
          .marks = marks_of(entry)};
}

PickKind to_public(plan::PickKind kind) {
  switch (kind) {
  case plan::PickKind::rely: return PickKind::rely;
  case plan::PickKind::cheap: return PickKind::cheap;
  case plan::PickKind::fast: break;
  }
  return PickKind::fast;
}

} // namespace

Diagnostic to_public(const core::Diagnostic& diagnostic) {
  const auto& at = diagnostic.at;
  return {.code = diagnostic.code,
          .severity = static_cast<Severity>(diagnostic.severity),
          .file = at.file,
          .line = at.line,
          .column = at.column,
          .message = diagnostic.headline,
          .hint = diagnostic.help,
          .text = core::render(diagnostic)};
}

std::vector<Diagnostic> to_public(const core::DiagnosticSink& sink) {
  std::vector<Diagnostic> all;
  for (const auto& diagnostic : sink.diagnostics())
    all.push_back(to_public(diagnostic));
  if (sink.dropped() > 0) {
    all.push_back(to_public(core::Diagnostic{.severity = core::Severity::note,
                                             .headline = fmt::format("{} more", sink.dropped())}));
  }
  return all;
}

std::vector<Plan> plans_of(const plan::RecommendationSet& set, std::span<const std::size_t> which) {
  plan::AnswerFacts facts(set);
  std::vector<Plan> plans;
  plans.reserve(which.size());
  for (const auto index : which) {
    const auto& entry = set.recommendations[index];
    plans.push_back(plan_of(facts.of(entry), entry));
  }
  return plans;
}

std::vector<Pick> picks_of(const plan::RecommendationSet& set) {
  std::vector<std::size_t> which;
  for (const auto& pick : set.picks)
    which.push_back(pick.index);
  auto plans = plans_of(set, which);
  std::vector<Pick> picks;
  for (std::size_t i = 0; i < plans.size(); ++i) {
    picks.push_back({.kind = to_public(set.picks[i].kind),
                     .plan = std::move(plans[i]),
                     .why = set.picks[i].why});
  }
  return picks;
}

std::vector<Exclusion> exclusions_of(const plan::RecommendationSet& set) {
  std::vector<Exclusion> exclusions;
  for (const auto& group : set.excluded) {
    exclusions.push_back({.reason = group.reason,
                          .count = group.count,
                          .summary = group.summary,
                          .nearest = group.nearest,
                          .nearest_note = group.nearest_note,
                          .remedy = group.remedy});
  }
  return exclusions;
}

std::vector<Assumption> assumptions_of(const plan::RecommendationSet& set) {
  std::vector<Assumption> assumptions;
  for (const auto& each : set.assumptions) {
    assumptions.push_back(
        {.name = each.name, .value = each.value, .why = each.why, .flag = each.flag});
  }
  return assumptions;
}

} // namespace gpuplan::facade
