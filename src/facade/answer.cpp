#include "gpuplan/answer.hpp"

#include "facade/public_values.hpp"
#include "facade/state.hpp"
#include "output/json/recommend_json.hpp"
#include "output/reports/explain_report.hpp"
#include "output/reports/why_not_report.hpp"
#include "plan/explain/explained.hpp"

#include <algorithm>

namespace gpuplan {
namespace {

/// The job as stated, pinned to a plan as the program's word for one does it.
plan::Stated pinned_to(plan::Stated stated, std::string_view reference) {
  std::erase_if(stated.overrides, [](const auto& said) { return said.first == "on"; });
  stated.overrides.insert(stated.overrides.begin(), {"on", std::string(reference)});
  return stated;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::optional<PickKind> pick_named(std::string_view word) {
  for (const auto kind : {PickKind::rely, PickKind::cheap, PickKind::fast}) {
    if (to_string(kind) == word)
      return kind;
  }
  return std::nullopt;
}

Explanation explanation_of(const plan::Explained& explained) {
  const auto& set = explained.pinned;
  Explanation result;
  if (!explained.best) {
    result.lines = lines_of(output::why_not_text(set, set.workload.on, {}));
    result.json = output::why_not_json(set, set.workload.on);
    return result;
  }
  const auto& entry = set.recommendations[*explained.best];
  const auto& standing = explained.standing;
  result.plan = std::move(facade::plans_of(set, {&*explained.best, 1}).front());
  result.plan->rank = standing.rank > 0 ? std::optional{standing.rank} : std::nullopt;
  result.picked = pick_named(standing.chosen_as);
  result.lines = lines_of(output::explain_text(set, entry, explained.explanation, standing, {}));
  result.json = output::explain_json(set, entry, explained.explanation, standing);
  return result;
}

} // namespace

std::string_view to_string(PickKind kind) {
  switch (kind) {
  case PickKind::rely: return plan::to_string(plan::PickKind::rely);
  case PickKind::cheap: return plan::to_string(plan::PickKind::cheap);
  case PickKind::fast: break;
  }
  return plan::to_string(plan::PickKind::fast);
}

Answer::Answer(std::shared_ptr<const State> state) : state_(std::move(state)) {}

const std::vector<Pick>& Answer::picks() const {
  return state_->picks;
}

const std::vector<Plan>& Answer::plans() const {
  return state_->plans;
}

std::uint64_t Answer::ranked() const {
  return state_->set.counts.ranked;
}

const std::vector<Exclusion>& Answer::excluded() const {
  return state_->excluded;
}

const std::vector<Assumption>& Answer::assumptions() const {
  return state_->assumptions;
}

const std::vector<std::string>& Answer::notes() const {
  return state_->set.workload.notes;
}

Result<Explanation> Answer::explain(std::string_view reference) const {
  core::DiagnosticSink sink;
  if (reference.empty()) {
    sink.report({.code = "USE042",
                 .headline = "met an empty reference, expected a plan",
                 .help = "plans carry one: aws/p5.48xlarge@us-east-1"});
    return Result<Explanation>(facade::to_public(sink));
  }
  auto request = state_->request;
  request.workload.on = reference;
  auto explained =
      plan::explain_pinned(state_->market->planner, std::move(request), state_->rules, sink);
  if (!explained)
    return Result<Explanation>(facade::to_public(sink));
  explained->pinned.stated = pinned_to(state_->set.stated, reference);
  return {explanation_of(*explained), facade::to_public(sink)};
}

std::string Answer::json() const {
  return output::recommend_json(state_->set, "recommend", state_->rows);
}

} // namespace gpuplan
