#pragma once

#include "core/diagnostic.hpp"
#include "facts/expression.hpp"
#include "facts/message.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::facts {

/// Which need of the job a rule guards.
enum class Corner : std::uint8_t {
  compute,
  memory,
  bandwidth,
  purchase,
  policy,
  reliability,
  serve
};

constexpr std::array<std::string_view, 7>
    k_corner_words{"compute", "memory", "bandwidth", "purchase", "policy", "reliability", "serve"};

/// What a failed check does. `require`: the plan is excluded under its reason. `warn`: it is shown
/// with a warning. `prefer`: breaks ties, shown as advice. `note`: one footnote a report.
enum class Level : std::uint8_t { require, warn, prefer, note };

constexpr std::array<std::string_view, 4> k_level_words{"require", "warn", "prefer", "note"};

/// What an unknown check counts as. `by_level`: for `require` the plan is unconfirmed, else it is
/// counted. `accept`: a pass with a note. `reject`: a fail.
enum class UnknownPolicy : std::uint8_t { by_level, accept, reject };

constexpr std::array<std::string_view, 3> k_unknown_words{"default", "accept", "reject"};

/// A rule as written, in a file or in the compiled catalog. For an id that a rule set has already,
/// the fields that are present replace those of the earlier rule.
struct RuleText {
  std::string id;
  std::optional<std::string> corner;
  std::optional<std::string> applies;
  std::optional<std::string> check;
  std::optional<std::string> level; ///< a level, or `off`
  std::optional<std::string> unknown;
  std::optional<std::string> message;
  std::optional<std::string> why;
  std::optional<std::string> source;
  core::Span position;
};

struct Rule {
  std::string id;
  Corner corner = Corner::policy;
  std::optional<Expression> applies; ///< nothing: to every plan
  Expression check;
  Level level = Level::require;
  UnknownPolicy unknown = UnknownPolicy::by_level;
  Message message; ///< says what is wrong when the check fails
  std::string why;
  std::string source;
  core::Span position;
  bool disabled = false;

  /// The latest stage of the facts that `applies` and `check` name.
  [[nodiscard]] Stage stage() const;
};

enum class Outcome : std::uint8_t { not_applicable, pass, fail, unknown };

struct Verdict {
  Outcome outcome = Outcome::pass;

  /// The first fact that was missing: of an unknown outcome, and of a pass or fail that the rule's
  /// policy made of it. A view into the rule.
  std::string_view missing;
};

/// The outcome of one rule for one candidate. Where it cannot be told whether the rule applies, a
/// check that passes is a pass, anything else unknown.
Verdict evaluate(const Rule& rule, const FactValues& values);

/// The outcome alone, for long loops.
Outcome outcome_of(const Rule& rule, const FactValues& values);

/// The rules in force, in the order in which their ids were first added. Holds buffers of its
/// expressions: threads need a copy each.
class RuleSet {
public:
  /// Adds a rule, or changes the one of that id. Answers what is wrong with the rule as a whole, in
  /// the words of a headline; faults of single fields are found by `read_rules` before.
  std::optional<std::string> add(const RuleText& text);

  /// False where there is no such rule.
  bool switch_off(std::string_view id);

  [[nodiscard]] const std::vector<Rule>& rules() const { return rules_; }

  [[nodiscard]] const Rule* find(std::string_view id) const;

  /// The id nearest to a misspelt one.
  [[nodiscard]] std::optional<std::string_view> nearest(std::string_view id) const;

  /// The rules of a stage that are not switched off, as indices into `rules`.
  [[nodiscard]] std::span<const std::uint32_t> at(Stage stage) const;

private:
  void index();

  std::vector<Rule> rules_;
  std::array<std::vector<std::uint32_t>, k_stage_count> by_stage_;
};

} // namespace gpuplan::facts
