#include "output/reports/commitment_line.hpp"

#include "core/counted.hpp"
#include "core/units.hpp"
#include "output/human.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gpuplan::output {
namespace {

using plan::PickKind;
using plan::Recommendation;
using plan::RecommendationSet;

const Recommendation* relied_on(const RecommendationSet& set) {
  const auto rely = std::ranges::find(set.picks, PickKind::rely, &plan::Pick::kind);
  return rely == set.picks.end() ? nullptr : &set.recommendations[rely->index];
}

/// `37 % less than rely`, `12.4 times as much as rely`; empty where there is nothing to compare
/// with.
std::string against(const Recommendation& commitment, const Recommendation* rely) {
  if (rely == nullptr || rely->quote.total.currency() != commitment.quote.total.currency() ||
      rely->quote.total.nanos() <= 0)
    return {};
  const double ratio = commitment.quote.total.to_double() / rely->quote.total.to_double();
  constexpr double k_alike = 0.005;
  if (std::abs(ratio - 1) < k_alike)
    return ", as much as rely";
  constexpr double k_as_times = 3; // a percentage beyond is no longer read
  if (ratio >= k_as_times)
    return fmt::format(", {} times as much as rely", human_number(ratio));
  return fmt::format(
      ", {} {} than rely", human_percent(std::abs(ratio - 1)), ratio < 1 ? "less" : "more");
}

/// From how many hours of its terms it costs less than the same machine on demand.
std::string break_even(const cost::CommitmentOutlook& outlook) {
  if (!outlook.break_even_utilization || !outlook.term_hours)
    return {};
  const auto bought = outlook.terms_bought;
  const double paid = *outlook.term_hours * static_cast<double>(bought);
  auto text = fmt::format("; against the same machine on demand it pays from {} of the {} h of its "
                          "{}, this project uses {}",
                          human_number(*outlook.break_even_utilization * paid),
                          human_number(paid),
                          bought == 1 ? "term" : core::counted(bought, "term"),
                          human_number(outlook.used_hours));
  if (outlook.after_hours > 0)
    text += fmt::format(", its last {:.3g} months are on demand",
                        outlook.after_hours / core::k_hours_per_month);
  return text;
}

} // namespace

std::string commitment_line(const RecommendationSet& set) {
  if (!set.commitment)
    return {};
  const auto& commitment = set.recommendations[*set.commitment];
  const bool month = set.workload.demand.kind == workload::JobKind::serve;
  auto text = fmt::format("{}: {}{}{}",
                          commitment.plan,
                          human_money(commitment.quote.total),
                          month ? " a month" : "",
                          against(commitment, relied_on(set)));
  if (!month && commitment.quote.monthly)
    text += fmt::format("; {} a month while the term runs", human_money(*commitment.quote.monthly));
  if (commitment.quote.commitment)
    text += break_even(*commitment.quote.commitment);
  return text;
}

} // namespace gpuplan::output
