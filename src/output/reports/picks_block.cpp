#include "output/reports/picks_block.hpp"

#include "output/human.hpp"
#include "output/table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::output {
namespace {

using plan::Mark;
using plan::PickKind;
using plan::Recommendation;
using plan::RecommendationSet;

std::string_view terms_words(catalog::PurchaseOption option) {
  return option == catalog::PurchaseOption::on_demand ? "on demand" : to_string(option);
}

/// What one could rely on if its memory were not tight; empty where there is none.
std::string tight_text(const RecommendationSet& set) {
  if (!set.tight)
    return {};
  const auto& entry = set.recommendations[*set.tight];
  const bool month = set.workload.demand.kind == workload::JobKind::serve;
  return fmt::format("fits in memory; the cheapest that is {}: {}, {}{}",
                     entry.has(Mark::memory_over) ? "over by the estimate, and may fit" : "tight",
                     entry.plan,
                     month ? std::string{} : human_duration(entry.quote.wall) + " and ",
                     human_money(entry.quote.total) + (month ? " a month" : ""));
}

/// Why nothing is relied on: of the terms that picks are on, those that are not interrupted.
std::string why_no_rely(const RecommendationSet& set) {
  std::string firm;
  for (const auto option : set.workload.purchase.terms) {
    if (option != catalog::PurchaseOption::spot)
      firm += (firm.empty() ? "" : ", ") + std::string(terms_words(option));
  }
  if (firm.empty() && !set.workload.purchase.terms.empty())
    return "--terms leaves out all that is not interrupted";
  const auto terms = firm.empty() ? std::string("on demand") : firm;
  if (const auto tight = tight_text(set); !tight.empty())
    return fmt::format("nothing {} with a dated, fresh price, a secure host and a "
                       "measured chip {}",
                       terms,
                       tight);
  return fmt::format(
      "nothing {} has a dated, fresh price, a secure host and a measured chip{}",
      terms,
      set.workload.assumed_facts.empty() ? "" : ", or all that has rests on what you assume");
}

/// What rules warn of the picks, a paragraph each.
std::string warnings_text(const RecommendationSet& set, const ReportStyle& style) {
  std::string text;
  for (const auto& pick : set.picks) {
    std::string said;
    for (const auto* warning : warnings_of(set.recommendations[pick.index]))
      said += fmt::format("{}{} ({})", said.empty() ? "" : "; ", warning->message, warning->rule);
    if (!said.empty())
      text += paragraph(
          fmt::format("         {}: a rule warns: {}", to_string(pick.kind), said), style, 9);
  }
  return text;
}

std::string picks_table(const RecommendationSet& set, const ReportStyle& style) {
  const bool month = set.workload.demand.kind == workload::JobKind::serve;
  Table table{{{"Picks"},
               {"plan"},
               {"terms"},
               {month ? "req/s" : "time", Align::right},
               {month ? "a month" : "cost", Align::right},
               {"80 % range", Align::left, 2},
               {"price of", Align::left, 1}}};
  std::string reason;
  for (const auto& pick : set.picks) {
    const auto& entry = set.recommendations[pick.index];
    std::string plan = entry.plan;
    const auto terms = plan.find('#');
    if (terms != std::string::npos) {
      plan.erase(terms, std::min(plan.find(' ', terms), plan.size()) - terms);
    }
    const bool bound = entry.offer.as_of_kind == catalog::DateKind::bound;
    const auto date = entry.offer.as_of
                          ? (bound ? "since " : "") + core::month_and_year(*entry.offer.as_of)
                          : std::string{"undated"};
    table.add(
        {{"* " + std::string(to_string(pick.kind)), Style::strong},
         {plan, Style::strong},
         {std::string(terms_words(entry.offer.option))},
         {month ? human_number(entry.setup.units_per_s) : human_duration(entry.quote.wall)},
         {human_money(entry.quote.total), Style::good},
         {fmt::format(
              "{}-{}", human_money(entry.quote.total_low), human_money(entry.quote.total_high)),
          Style::dim},
         {date, Style::dim}});
    if (pick.kind == PickKind::rely)
      reason = fmt::format("rely: {}", pick.why);
  }
  std::string text = table.text(style.width, style.colour);
  const bool relied = std::any_of(set.picks.begin(), set.picks.end(), [](const plan::Pick& pick) {
    return pick.kind == PickKind::rely;
  });
  if (!relied)
    reason = "no rely: " + why_no_rely(set);
  if (set.workload.objective != workload::Objective::cost)
    reason += "; --rank-by orders the list alone";
  text += paragraph("         " + reason, style, 9);
  for (const auto& pick : set.picks) {
    if (!pick.many.empty())
      text += paragraph(fmt::format("         {} {}", to_string(pick.kind), pick.many), style, 9);
  }
  return text + warnings_text(set, style);
}

/// Why no plan is proposed though some are ranked.
std::string no_picks(const RecommendationSet& set) {
  if (set.tight) {
    const bool spot = set.recommendations[*set.tight].offer.option == catalog::PurchaseOption::spot;
    return "none: " + (spot ? "nothing " + tight_text(set) : why_no_rely(set));
  }
  bool unconfirmed = false;
  bool storage_unknown = false;
  for (const auto& entry : set.recommendations) {
    storage_unknown = storage_unknown || entry.has(Mark::storage_unknown);
    unconfirmed =
        unconfirmed || (entry.has(Mark::unconfirmed) && !entry.has(Mark::storage_unknown));
  }
  if (unconfirmed)
    return "none: a rule that decides cannot be judged, see u below; --assume "
           "states what is not known";
  if (storage_unknown)
    return "none: what storage reads is not known, see w below; storage_performance.csv of a "
           "catalog of your own states it (--catalog FILE)";
  return "none: nothing has a dated, fresh price, a secure host and a measured chip";
}

} // namespace

std::string month_line(const RecommendationSet& set, const ReportStyle& style) {
  const auto& hours = set.workload.purchase.hours_per_month;
  if (!hours || set.workload.demand.kind == workload::JobKind::serve)
    return {};
  std::string text;
  for (const auto& pick : set.picks) {
    const auto& monthly = set.recommendations[pick.index].quote.monthly;
    if (monthly)
      text += fmt::format(
          "{}{} {}", text.empty() ? "" : ", ", to_string(pick.kind), human_money(*monthly));
  }
  if (text.empty())
    return {};
  return labelled(
      "Month", fmt::format("of the project, {} h of use: {}", human_number(*hours), text), style);
}

std::string bars_text(std::span<const plan::Bar> bars) {
  std::string text;
  for (const auto& bar : bars) {
    text += (text.empty() ? "" : "; ") + bar.why;
    if (!bar.lifted.empty())
      text += fmt::format(" ({})", bar.lifted);
  }
  return text;
}

std::string picks_block(const RecommendationSet& set, const ReportStyle& style) {
  return set.picks.empty() ? labelled("Picks", no_picks(set), style) : picks_table(set, style);
}

std::string first_not_picked(const RecommendationSet& set, const ReportStyle& style) {
  if (!set.first_not_picked)
    return {};
  const auto& first = *set.first_not_picked;
  return labelled("#1",
                  fmt::format("{} is no pick: {}",
                              set.recommendations[first.index].plan,
                              bars_text(first.bars)),
                  style);
}

} // namespace gpuplan::output
