#include "facts/rule.hpp"

#include "core/ensure.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gpuplan::facts {
namespace {

constexpr std::string_view k_off = "off";

/// The place of a word in its list; words were checked when they were read.
template <class Enum, std::size_t Count>
Enum word_to(const std::array<std::string_view, Count>& words, std::string_view word) {
  const auto* found = std::find(words.begin(), words.end(), word);
  GPUPLAN_ENSURE(found != words.end());
  return static_cast<Enum>(found - words.begin());
}

Expression compiled(std::string_view text) {
  auto result = compile(text);
  GPUPLAN_ENSURE(std::holds_alternative<Expression>(result));
  return std::get<Expression>(std::move(result));
}

Message parsed(std::string_view text) {
  auto result = parse_message(text);
  GPUPLAN_ENSURE(std::holds_alternative<Message>(result));
  return std::get<Message>(std::move(result));
}

/// The corner of an id such as `memory.fits`; `policy` for any other.
Corner corner_of_id(std::string_view id) {
  const auto prefix = id.substr(0, id.find('.'));
  const auto* found = std::find(k_corner_words.begin(), k_corner_words.end(), prefix);
  return found == k_corner_words.end() ? Corner::policy
                                       : static_cast<Corner>(found - k_corner_words.begin());
}

std::string braces_doubled(std::string_view text) {
  std::string doubled;
  for (const char c : text) {
    doubled += c;
    if (c == '{' || c == '}')
      doubled += c;
  }
  return doubled;
}

Rule new_rule(const RuleText& text) {
  return {.id = text.id,
          .corner = corner_of_id(text.id),
          .check = compiled(*text.check),
          .message = parsed(braces_doubled(fmt::format("{} does not hold", *text.check))),
          .position = text.position};
}

/// Replaces what is present, but for the check.
void change(Rule& rule, const RuleText& text) {
  if (text.corner)
    rule.corner = word_to<Corner>(k_corner_words, *text.corner);
  if (text.applies)
    rule.applies = compiled(*text.applies);
  if (text.unknown)
    rule.unknown = word_to<UnknownPolicy>(k_unknown_words, *text.unknown);
  if (text.message)
    rule.message = parsed(*text.message);
  if (text.why)
    rule.why = *text.why;
  if (text.source)
    rule.source = *text.source;
  if (text.level) {
    rule.disabled = *text.level == k_off;
    if (!rule.disabled)
      rule.level = word_to<Level>(k_level_words, *text.level);
  }
  rule.position = text.position;
}

enum class Truth : std::uint8_t { no, yes, unknown };

Truth truth_of(const Expression& expression, const FactValues& values) {
  const double value = expression.value_or_nan(values);
  if (std::isnan(value))
    return Truth::unknown;
  return std::abs(value) > 0.0 ? Truth::yes : Truth::no;
}

/// What the two expressions of a rule say.
struct Said {
  Truth applies = Truth::yes;
  Truth check = Truth::yes;

  [[nodiscard]] Outcome outcome() const {
    if (applies == Truth::no)
      return Outcome::not_applicable;
    if (check == Truth::yes)
      return Outcome::pass;
    const bool unknown = applies == Truth::unknown || check == Truth::unknown;
    return unknown ? Outcome::unknown : Outcome::fail;
  }
};

Said said_by(const Rule& rule, const FactValues& values) {
  Said said;
  if (rule.applies)
    said.applies = truth_of(*rule.applies, values);
  if (said.applies != Truth::no)
    said.check = truth_of(rule.check, values);
  return said;
}

/// What a rule's policy makes of an outcome.
Outcome under(UnknownPolicy policy, Outcome outcome) {
  if (outcome != Outcome::unknown || policy == UnknownPolicy::by_level)
    return outcome;
  return policy == UnknownPolicy::accept ? Outcome::pass : Outcome::fail;
}

} // namespace

Stage Rule::stage() const {
  return applies ? std::max(applies->stage(), check.stage()) : check.stage();
}

Outcome outcome_of(const Rule& rule, const FactValues& values) {
  return under(rule.unknown, said_by(rule, values).outcome());
}

Verdict evaluate(const Rule& rule, const FactValues& values) {
  const Said said = said_by(rule, values);
  const Outcome outcome = said.outcome();
  Verdict verdict{.outcome = under(rule.unknown, outcome)};
  if (outcome == Outcome::unknown) {
    const auto& missing = said.applies == Truth::unknown ? *rule.applies : rule.check;
    verdict.missing = missing.first_unknown(values);
  }
  return verdict;
}

std::optional<std::string> RuleSet::add(const RuleText& text) {
  auto known = std::find_if(
      rules_.begin(), rules_.end(), [&](const Rule& rule) { return rule.id == text.id; });
  if (known == rules_.end()) {
    if (!text.check)
      return fmt::format("met the rule {} without a check, and no rule of this id to change",
                         text.id);
    rules_.push_back(new_rule(text));
    known = rules_.end() - 1;
  } else if (text.check) {
    known->check = compiled(*text.check);
  }
  change(*known, text);
  index();
  return std::nullopt;
}

bool RuleSet::switch_off(std::string_view id) {
  const auto found =
      std::find_if(rules_.begin(), rules_.end(), [&](const Rule& rule) { return rule.id == id; });
  if (found == rules_.end())
    return false;
  found->disabled = true;
  index();
  return true;
}

const Rule* RuleSet::find(std::string_view id) const {
  const auto found =
      std::find_if(rules_.begin(), rules_.end(), [&](const Rule& rule) { return rule.id == id; });
  return found == rules_.end() ? nullptr : &*found;
}

std::optional<std::string_view> RuleSet::nearest(std::string_view id) const {
  std::vector<std::string_view> ids;
  for (const Rule& rule : rules_)
    ids.push_back(rule.id);
  return core::nearest(id, ids);
}

std::span<const std::uint32_t> RuleSet::at(Stage stage) const {
  return by_stage_[static_cast<std::size_t>(stage)];
}

void RuleSet::index() {
  for (auto& rules : by_stage_)
    rules.clear();
  for (std::uint32_t i = 0; i < rules_.size(); ++i) {
    if (!rules_[i].disabled)
      by_stage_[static_cast<std::size_t>(rules_[i].stage())].push_back(i);
  }
}

} // namespace gpuplan::facts
