#include "plan/current_prices.hpp"

#include "plan/facts/fill.hpp"

namespace gpuplan::plan {
namespace {

const facts::Rule* rule_in_force(const RuleBook& rules, std::string_view id) {
  const auto* rule = rules.rules().find(id);
  return rule != nullptr && !rule->disabled ? rule : nullptr;
}

} // namespace

FreshnessRules freshness_rules(const RuleBook& rules) {
  return {.fresh = rule_in_force(rules, "freshness.price"),
          .not_later = rule_in_force(rules, "freshness.not-later")};
}

bool CurrentPrices::operator()(const catalog::Offer& offer) {
  if (!offer.as_of)
    return false;
  const auto [answer, is_new] = answers_.try_emplace({*offer.as_of, offer.option}, true);
  if (is_new) {
    facts::FactValues values;
    values.set_text(facts::FactId::terms, terms_word(offer.option));
    values.set(facts::FactId::price_age_days,
               static_cast<double>(core::days_between(*offer.as_of, as_of_)));
    const auto [fresh, not_later] = freshness_rules(rules_);
    for (const auto* rule : {fresh, not_later}) {
      if (rule != nullptr && facts::outcome_of(*rule, values) == facts::Outcome::fail)
        answer->second = false;
    }
  }
  return answer->second;
}

} // namespace gpuplan::plan
