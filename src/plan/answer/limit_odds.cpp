#include "plan/answer/limit_odds.hpp"

#include "core/spread.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gpuplan::plan {
namespace {

using facts::FactId;

void add_if_crossed(std::vector<LimitOdds>& crossed,
                    const facts::FactValues& values,
                    FactId limited,
                    FactId limit,
                    LimitOdds odds) {
  const auto most = values.number(limit);
  const auto low = values.number(limited, facts::Bound::low);
  const auto point = values.number(limited);
  const auto high = values.number(limited, facts::Bound::high);
  if (!most || !low || !point || !high || *low > *most || *high <= *most)
    return;
  odds.within = core::odds_within({.low = *low, .median = *point, .high = *high}, *most);
  odds.expected = *point <= *most;
  crossed.push_back(std::move(odds));
}

} // namespace

std::vector<LimitOdds> crossed_limits(const facts::FactValues& values) {
  const bool monthly = values.number(FactId::serving).value_or(0) > 0;
  std::vector<LimitOdds> crossed;
  add_if_crossed(crossed,
                 values,
                 FactId::time_hours,
                 FactId::deadline_hours,
                 {.rule = "policy.deadline", .what = "the deadline"});
  add_if_crossed(
      crossed,
      values,
      FactId::cost_total_usd,
      FactId::budget_usd,
      {.rule = monthly ? "policy.budget-monthly" : "policy.budget", .what = "the budget"});
  return crossed;
}

std::string to_string(const LimitOdds& odds) {
  constexpr double k_cases = 10;
  const double kept = std::clamp(std::round(odds.within * k_cases), 1.0, k_cases - 1);
  return fmt::format("keeps {} in about {:g} of 10 cases, as its 80 % range {} it",
                     odds.what,
                     kept,
                     odds.expected ? "goes past" : "begins below");
}

} // namespace gpuplan::plan
