#pragma once

#include "facts/rule.hpp"
#include "plan/recommendation.hpp"

#include <array>
#include <bitset>
#include <string_view>
#include <vector>

namespace gpuplan::plan {

/// When the search can judge a rule: as soon as all the facts it names are known.
enum class Phase : std::uint8_t {
  setup, ///< job, shape, layout, memory, time: once per number of instances of a shape
  offer, ///< job, shape, size and offer: once per offer
  quote, ///< anything else
};

constexpr std::size_t k_phases = 3;

/// What the required rules of a phase say of a candidate.
struct Judgement {
  const facts::Rule* failed = nullptr;      ///< the first that failed
  const facts::Rule* unconfirmed = nullptr; ///< the first that could not be judged
};

/// The rules in force, sorted by when they can be judged. Holds buffers: one a thread.
class RuleBook {
public:
  explicit RuleBook(facts::RuleSet rules);

  /// Leaves out of `judge` what a job decides for every plan alike: required rules that do not
  /// apply to it, and those whose check it passes. Most jobs have no budget, no deadline, no
  /// latency target.
  void settle(const facts::FactValues& job);

  /// The required rules of a phase, in the order of the files, until one fails.
  [[nodiscard]] Judgement judge(Phase phase, const facts::FactValues& values) const;

  /// How many `prefer` rules fail.
  [[nodiscard]] std::uint32_t preferences_missed(const facts::FactValues& values) const;

  /// What every rule says of a plan, in order.
  [[nodiscard]] std::vector<Verdict> verdicts(const facts::FactValues& values) const;

  /// Whether a required rule looks at more of a quote than total, month and wall time.
  [[nodiscard]] bool needs_full_quote() const { return needs_full_quote_; }

  /// Whether any rule in force names a fact.
  [[nodiscard]] bool looks_at(facts::FactId fact) const {
    return looked_at_.test(static_cast<std::size_t>(fact));
  }

  [[nodiscard]] bool has_any(Phase phase) const { return !required(phase).empty(); }

  /// The facts of a setup that `judge` looks at in a phase.
  [[nodiscard]] std::vector<facts::FactId> setup_facts(Phase phase) const;

  [[nodiscard]] const facts::RuleSet& rules() const { return rules_; }

private:
  [[nodiscard]] const std::vector<std::uint32_t>& required(Phase phase) const {
    return required_[static_cast<std::size_t>(phase)];
  }

  facts::RuleSet rules_;
  std::array<std::vector<std::uint32_t>, k_phases> required_;
  std::vector<std::uint32_t> preferences_;
  bool needs_full_quote_ = false;
  std::bitset<facts::k_fact_count> looked_at_;
};

/// The phase in which every fact of a rule is known.
Phase phase_of(const facts::Rule& rule);

/// Whether a rule is about a fact: its check names it.
bool names(const facts::Rule& rule, facts::FactId fact);

/// The facts of a setup that an expression looks at.
std::vector<facts::FactId> setup_facts(const facts::Expression& expression);

/// Whether an expression looks at more of a quote than total, month, budget and wall time.
bool needs_full_quote(const facts::Expression& expression);

} // namespace gpuplan::plan
