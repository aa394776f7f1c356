#include "plan/rules/rule_book.hpp"

#include "facts/fact.hpp"
#include "facts/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gpuplan::plan {
namespace {

using facts::FactId;
using facts::FactRef;
using facts::Level;
using facts::Rule;
using facts::Stage;

/// Facts of the size, which many sizes of one shape do not share.
bool is_of_instance(FactId id) {
  return id == FactId::vcpus || id == FactId::host_memory_gib || id == FactId::local_nvme_gib ||
         id == FactId::rdma || id == FactId::instance_type || id == FactId::host_tier ||
         id == FactId::data_loading_ratio;
}

/// What a fact waits for. The wall time holds what the terms add, so it waits for the quote; the
/// name of a plan holds the number of instances.
bool waits_for_quote(FactId id) {
  return facts::fact(id).stage == Stage::quote || id == FactId::time_hours || id == FactId::plan;
}

bool waits_for_offer(FactId id) {
  return facts::fact(id).stage == Stage::offer || is_of_instance(id);
}

bool waits_for_setup(FactId id) {
  const auto stage = facts::fact(id).stage;
  const bool of_setup = id == FactId::precision_supported || id == FactId::framework_supported ||
                        id == FactId::packing_supported || id == FactId::packed ||
                        id == FactId::gpu_dense_tflops || id == FactId::precision ||
                        id == FactId::stack;
  return of_setup || stage == Stage::layout || stage == Stage::estimate;
}

std::vector<FactRef> facts_of(const Rule& rule) {
  std::vector<FactRef> refs;
  const auto collect = [&](const facts::Expression& expression) {
    for (const auto& name : expression.names()) {
      if (auto ref = facts::find_fact(name)) {
        refs.push_back(*ref);
      } else {
        refs.push_back(FactRef{.id = FactId::region}); // `place`: known with the offer
      }
    }
  };
  if (rule.applies)
    collect(*rule.applies);
  collect(rule.check);
  return refs;
}

/// Whether all that an expression names is told by the job alone.
bool is_of_job(const facts::Expression& expression) {
  const auto& names = expression.names();
  return std::all_of(names.begin(), names.end(), [](const std::string& name) {
    const auto ref = facts::find_fact(name);
    return ref && facts::fact(ref->id).stage == Stage::job && !waits_for_setup(ref->id);
  });
}

/// Whether a value is known and as true as asked; NaN is not known.
bool is_known(double value, bool truth) {
  return !std::isnan(value) && (std::abs(value) > 0) == truth;
}

bool is_of_short_bill(const FactRef& ref) {
  const bool short_bill = ref.id == FactId::cost_total_usd || ref.id == FactId::time_hours ||
                          ref.id == FactId::cost_monthly_usd || ref.id == FactId::within_budget;
  return !waits_for_quote(ref.id) || (short_bill && ref.bound == facts::Bound::point);
}

/// `memory_utilization 74 %, vcpus unknown, …`: the facts a check names, with their values.
std::string numbers_of(const Rule& rule, const facts::FactValues& values) {
  std::string text;
  for (const auto& name : rule.check.names()) {
    const auto ref = facts::find_fact(name);
    if (!ref)
      continue;
    std::string value;
    if (facts::fact(ref->id).kind == facts::FactKind::text) {
      const auto word = values.text(*ref);
      value = word ? std::string(*word) : "unknown";
    } else {
      value = values.number(*ref) ? facts::print(*ref, values) : "unknown";
    }
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, value);
  }
  return text;
}

Outcome outcome_of(facts::Outcome outcome) {
  switch (outcome) {
  case facts::Outcome::not_applicable: return Outcome::not_applicable;
  case facts::Outcome::pass: return Outcome::pass;
  case facts::Outcome::fail: return Outcome::fail;
  case facts::Outcome::unknown: return Outcome::unknown;
  }
  return Outcome::unknown;
}

} // namespace

bool names(const Rule& rule, FactId fact) {
  const auto& names = rule.check.names();
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    const auto ref = facts::find_fact(name);
    return ref && ref->id == fact;
  });
}

bool needs_full_quote(const facts::Expression& expression) {
  const auto& names = expression.names();
  return std::any_of(names.begin(), names.end(), [](const std::string& name) {
    const auto ref = facts::find_fact(name);
    return ref && !is_of_short_bill(*ref);
  });
}

std::vector<FactId> setup_facts(const facts::Expression& expression) {
  std::vector<FactId> ids;
  for (const auto& name : expression.names()) {
    const auto ref = facts::find_fact(name);
    const bool known = std::find(ids.begin(), ids.end(), ref ? ref->id : FactId{}) != ids.end();
    // The wall time is stated with the price.
    if (ref && !known && waits_for_setup(ref->id) && !waits_for_quote(ref->id))
      ids.push_back(ref->id);
  }
  return ids;
}

std::vector<FactId> RuleBook::setup_facts(Phase phase) const {
  std::vector<FactId> ids;
  const auto add = [&](const facts::Expression& expression) {
    const auto named = plan::setup_facts(expression);
    ids.insert(ids.end(), named.begin(), named.end());
  };
  for (const auto index : required(phase)) {
    const Rule& rule = rules_.rules()[index];
    if (rule.applies)
      add(*rule.applies);
    add(rule.check);
  }
  return ids;
}

Phase phase_of(const Rule& rule) {
  bool offer = false;
  bool setup = false;
  for (const auto& ref : facts_of(rule)) {
    if (waits_for_quote(ref.id))
      return Phase::quote;
    offer = offer || waits_for_offer(ref.id);
    setup = setup || waits_for_setup(ref.id);
  }
  if (offer && setup)
    return Phase::quote;
  return offer ? Phase::offer : Phase::setup;
}

RuleBook::RuleBook(facts::RuleSet rules) : rules_(std::move(rules)) {
  for (std::uint32_t i = 0; i < rules_.rules().size(); ++i) {
    const Rule& rule = rules_.rules()[i];
    if (rule.disabled)
      continue;
    for (const auto& ref : facts_of(rule))
      looked_at_.set(static_cast<std::size_t>(ref.id));
    if (rule.level == Level::prefer)
      preferences_.push_back(i);
    if (rule.level != Level::require)
      continue;
    required_[static_cast<std::size_t>(phase_of(rule))].push_back(i);
    for (const auto& ref : facts_of(rule)) {
      needs_full_quote_ = needs_full_quote_ || !is_of_short_bill(ref);
    }
  }
}

void RuleBook::settle(const facts::FactValues& job) {
  const auto is_settled = [&](std::uint32_t index) {
    const Rule& rule = rules_.rules()[index];
    const bool never = rule.applies && is_of_job(*rule.applies) &&
                       is_known(rule.applies->value_or_nan(job), false);
    return never || (is_of_job(rule.check) && is_known(rule.check.value_or_nan(job), true));
  };
  for (auto& rules : required_)
    std::erase_if(rules, is_settled);
}

Judgement RuleBook::judge(Phase phase, const facts::FactValues& values) const {
  Judgement judgement;
  for (const auto index : required(phase)) {
    const Rule& rule = rules_.rules()[index];
    const auto outcome = facts::outcome_of(rule, values);
    if (outcome == facts::Outcome::fail) {
      judgement.failed = &rule;
      return judgement;
    }
    if (outcome == facts::Outcome::unknown && judgement.unconfirmed == nullptr)
      judgement.unconfirmed = &rule;
  }
  return judgement;
}

std::uint32_t RuleBook::preferences_missed(const facts::FactValues& values) const {
  std::uint32_t missed = 0;
  for (const auto index : preferences_) {
    if (facts::outcome_of(rules_.rules()[index], values) == facts::Outcome::fail)
      ++missed;
  }
  return missed;
}

std::vector<Verdict> RuleBook::verdicts(const facts::FactValues& values) const {
  std::vector<Verdict> all;
  for (const Rule& rule : rules_.rules()) {
    if (rule.disabled)
      continue;
    const auto verdict = facts::evaluate(rule, values);
    const bool applies = verdict.outcome != facts::Outcome::not_applicable;
    const bool is_wrong = applies && verdict.outcome != facts::Outcome::pass;
    all.push_back({.rule = rule.id,
                   .level = std::string(facts::k_level_words[static_cast<std::size_t>(rule.level)]),
                   .outcome = outcome_of(verdict.outcome),
                   .message = is_wrong ? rule.message.fill(values) : std::string{},
                   .check = std::string(rule.check.text()),
                   .numbers = applies ? numbers_of(rule, values) : std::string{},
                   .missing = std::string(verdict.missing),
                   .place = fmt::format("{}:{}", rule.position.file, rule.position.line)});
  }
  return all;
}

} // namespace gpuplan::plan
