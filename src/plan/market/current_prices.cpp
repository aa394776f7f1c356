#include "plan/market/current_prices.hpp"

#include "plan/facts/fill.hpp"

namespace gpuplan::plan {
namespace {

const facts::Rule* rule_in_force(const RuleBook& rules, std::string_view id) {
  const auto* rule = rules.rules().find(id);
  return rule != nullptr && !rule->disabled ? rule : nullptr;
}

} // namespace

Freshness::Freshness(const RuleBook& rules)
    : fresh_(rule_in_force(rules, "freshness.price")),
      not_later_(rule_in_force(rules, "freshness.not-later")) {}

PriceAge Freshness::judge(const facts::FactValues& offer) const {
  const auto fails = [&](const facts::Rule* rule) {
    return rule != nullptr && facts::outcome_of(*rule, offer) == facts::Outcome::fail;
  };
  return {.old = fails(fresh_), .later = fails(not_later_)};
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
    const auto age = freshness_.judge(values);
    answer->second = !age.old && !age.later;
  }
  return answer->second;
}

} // namespace gpuplan::plan
