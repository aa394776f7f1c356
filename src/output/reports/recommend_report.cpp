#include "output/reports/recommend_report.hpp"

#include "core/counted.hpp"
#include "output/human.hpp"
#include "output/reports/picks_block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace gpuplan::output {
namespace {

using plan::Mark;
using plan::Recommendation;
using plan::RecommendationSet;

std::string title(const RecommendationSet& set, const ReportStyle& style) {
  const auto left = job_phrase(set.workload);
  const auto right = fmt::format(
      "prices in {}, catalog of {}", set.currency.code(), set.catalog->edition().version);
  const std::size_t used = display_width(left) + display_width(right);
  constexpr std::size_t k_gap = 9;
  const std::size_t gap = style.width > used + 2 ? style.width - used : k_gap;
  if (style.width > 0 && used + 2 > style.width)
    return paragraph(left, style, 2) + paragraph(right, style, 2);
  return left + std::string(gap, ' ') + right + "\n";
}

/// What most of the ranked lines are limited by.
std::string common_bottleneck(const RecommendationSet& set) {
  std::map<std::string_view, int> counts;
  for (const auto line : set.lines) {
    const auto& setup = set.recommendations[line].setup;
    ++counts[setup.serving ? setup.replica.limited_by : resource_of(setup.training.bottleneck)];
  }
  std::string_view most;
  for (const auto& [name, count] : counts) {
    if (most.empty() || count > counts[most])
      most = name;
  }
  return std::string(most);
}

std::string needs(const RecommendationSet& set) {
  const auto& demand = set.workload.demand;
  std::string text;
  if (demand.kind == workload::JobKind::train) {
    const auto& training = demand.training;
    text = fmt::format("{} in {} parameters",
                       human_flops(training.flops_per_unit * training.units_total),
                       human_count(static_cast<double>(demand.model.params.total)));
  } else {
    const auto& serving = demand.serving;
    text = fmt::format("{} of weights", human_size(core::Bytes{serving.weight_bytes}));
    if (serving.kv_bytes_per_token > 0)
      text +=
          fmt::format(", {} KiB of cache a token", human_number(serving.kv_bytes_per_token / 1024));
    if (serving.flops_per_sample > 0)
      text += fmt::format(", {} a sample", human_flops(serving.flops_per_sample));
  }
  const auto bottleneck = common_bottleneck(set);
  if (!bottleneck.empty())
    text += fmt::format("; limited by {} on most chips", bottleneck);
  return text;
}

std::string assumed(const RecommendationSet& set) {
  std::string text;
  for (const auto& assumption : set.assumptions) {
    if (!assumption.moves_answer)
      continue;
    if (!text.empty())
      text += ", ";
    if (assumption.flag == "--assume") {
      text += fmt::format("{} {} (--assume)", assumption.name, assumption.value);
      continue;
    }
    const auto word = assumption.flag.find_first_not_of('-');
    text += (word == std::string::npos ? assumption.name : assumption.flag.substr(word)) + " " +
            assumption.value;
  }
  return text;
}

/// `: --method qlora makes line 5 fit`: what was tried on the first tight line.
std::string tight_remedy(const RecommendationSet& set, const std::vector<std::size_t>& rows) {
  const auto tight = [&](std::size_t index) {
    return set.recommendations[index].has(Mark::memory_tight);
  };
  const auto line = std::find_if(set.lines.begin(), set.lines.end(), tight);
  if (set.tight_remedy.empty() || line == set.lines.end())
    return {};
  const auto row = std::find(rows.begin(), rows.end(), *line);
  return fmt::format(": {} makes line {} fit", set.tight_remedy, row - rows.begin() + 1);
}

std::string footnotes(const RecommendationSet& set, Rows rows, const ReportStyle& style) {
  const auto indices = rows_of(set, rows);
  std::string notes;
  for (const auto& mark : plan::marks()) {
    if (mark.letter == '\0')
      continue;
    const bool used = std::any_of(indices.begin(), indices.end(), [&](std::size_t index) {
      return set.recommendations[index].has(mark.mark);
    });
    if (!used)
      continue;
    if (!notes.empty())
      notes += "   ";
    notes += fmt::format("{} {}", mark.letter, mark.meaning);
    if (mark.mark == Mark::memory_tight)
      notes += tight_remedy(set, indices);
  }
  return notes.empty() ? notes : paragraph("    " + notes, style, 4);
}

std::string older(const RecommendationSet& set, const ReportStyle& style) {
  if (set.old_lines.empty())
    return {};
  std::string old;
  constexpr std::size_t k_most_named = 2;
  const auto named = std::min(k_most_named, set.old_lines.size());
  for (std::size_t i = 0; i < named; ++i) {
    const auto& entry = set.recommendations[set.old_lines[i]];
    old += fmt::format("{}{} {}", i > 0 ? " · " : "", entry.plan, human_money(entry.quote.total));
  }
  const auto more = set.counts.old_groups - named;
  if (more > 0)
    old += fmt::format(" · {} more", core::with_thousands(more));
  const std::string_view kinds =
      set.counts.later > 0 ? "older, undated or later prices" : "older or undated prices";
  return paragraph(fmt::format("    {}: {} (--old)", kinds, old), style, 4);
}

std::string list(const RecommendationSet& set, Rows rows, Detail detail, const ReportStyle& style) {
  const auto table = plan_table(set, rows, detail);
  if (table.rows().empty() && rows == Rows::lines) {
    const std::string_view kinds =
        set.counts.later > 0 ? "old, undated or later" : "old or undated";
    return paragraph(
               fmt::format("No plan with a current price: those that can run it are {}.", kinds),
               style,
               2) +
           older(set, style);
  }
  std::string text = table.text(style.width, style.colour);
  if (rows != Rows::every && set.counts.ranked > set.lines.size())
    text += paragraph(fmt::format("    {} of {} ({}); --all shows every one",
                                  core::with_thousands(set.lines.size()),
                                  core::counted(set.counts.groups, "group"),
                                  core::counted(set.counts.ranked, "plan")),
                      style,
                      4);
  if (rows == Rows::lines)
    text += older(set, style);
  return text + footnotes(set, rows, style);
}

std::string saves(const RecommendationSet& set) {
  if (!set.naive || set.naive->total.nanos() <= 0)
    return {};
  std::string text;
  for (const auto& pick : set.picks) {
    if (pick.kind == PickKind::fast)
      continue;
    const auto& total = set.recommendations[pick.index].quote.total;
    if (total.currency() != set.naive->total.currency())
      continue;
    const double saved = 1 - total.to_double() / set.naive->total.to_double();
    if (saved < 0.005)
      continue;
    if (!text.empty())
      text += " and ";
    text += fmt::format("{} ({})", human_percent(saved), to_string(pick.kind));
  }
  if (text.empty())
    return {};
  return fmt::format("{} against the naive choice: {} on demand, {}",
                     text,
                     set.naive->plan,
                     human_money(set.naive->total));
}

/// `1,050`, right-aligned under the largest count.
std::vector<std::string> counts_of(const std::vector<const plan::Exclusion*>& exclusions) {
  std::vector<std::string> counts;
  std::size_t widest = 0;
  for (const auto* exclusion : exclusions) {
    counts.push_back(core::with_thousands(exclusion->count));
    widest = std::max(widest, counts.back().size());
  }
  for (auto& count : counts)
    count.insert(0, widest - count.size(), ' ');
  return counts;
}

std::string detail_of(const plan::Exclusion& exclusion) {
  if (exclusion.reason == "purchase.reserved-horizon" && exclusion.least)
    return fmt::format(", which {} from {} h a year",
                       exclusion.count == 1 ? "pays" : "pay",
                       human_number(*exclusion.least));
  if (exclusion.reason == "currency.no-rate")
    return fmt::format(", from {}", exclusion.nearest_note);
  return {};
}

/// A line for each reason: how many offers, why, what would bring them back.
std::string left_out(const RecommendationSet& set, const ReportStyle& style) {
  std::vector<const plan::Exclusion*> told;
  for (const auto& exclusion : set.excluded) {
    if (exclusion.count > 0 && !exclusion.reason.starts_with("asked."))
      told.push_back(&exclusion);
  }
  const auto counts = counts_of(told);
  std::string text;
  for (std::size_t i = 0; i < told.size(); ++i) {
    auto line = fmt::format("{} {}{}", counts[i], told[i]->summary, detail_of(*told[i]));
    if (!told[i]->remedy.empty())
      line += fmt::format(": {}", told[i]->remedy);
    text += labelled(text.empty() ? "Left out" : "", line, style, counts[i].size() + 1);
  }
  return text;
}

/// The answer where there is no plan: which one change would help, then what left the offers out.
std::string nothing(const RecommendationSet& set, const ReportStyle& style) {
  std::string text =
      paragraph("No plan: nothing in the catalog meets the request.", style, 2) + "\n";
  Table nearest{{{"would help", Align::left, 0, Breaks::at_spaces},
                 {"nearest plan", Align::left, 0, Breaks::at_spaces},
                 {"cost and time"}}};
  Table reasons{{{"offers", Align::right},
                 {"left out because", Align::left, 0, Breaks::at_spaces},
                 {"nearest", Align::left, 1},
                 {"what would change it", Align::left, 2, Breaks::at_spaces}}};
  for (const auto& exclusion : set.excluded) {
    if (exclusion.count == 0) {
      nearest.add({{exclusion.summary}, {exclusion.nearest}, {exclusion.nearest_note}});
      continue;
    }
    const bool asked = exclusion.reason.starts_with("asked.");
    const bool more = !asked && !exclusion.nearest_note.empty();
    reasons.add({{core::with_thousands(exclusion.count)},
                 {more ? exclusion.summary + ": " + exclusion.nearest_note : exclusion.summary},
                 {asked ? std::string{} : exclusion.nearest},
                 {exclusion.remedy}});
  }
  if (!nearest.rows().empty())
    text += nearest.text(style.width, style.colour) + "\n";
  return text + reasons.text(style.width, style.colour);
}

/// `1 CNY = 0.14 USD on 2026-11-28`: what amounts of other currencies were converted at.
std::string rates_text(const cost::ExchangeRates& exchange) {
  std::string text;
  for (const auto& rate : exchange.rates()) {
    text += fmt::format("{}1 {} = {} {} on {}",
                        text.empty() ? "" : ", ",
                        rate.from.code(),
                        core::to_decimal(rate.price),
                        rate.to().code(),
                        core::to_string(rate.date));
  }
  return text;
}

/// The command that tells more of the first answer.
std::string next(const RecommendationSet& set, std::string_view job) {
  const auto index = set.picks.empty() ? set.lines.front() : set.picks.front().index;
  const auto& entry = set.recommendations[index];
  const bool spaced = entry.plan.find_first_of(" #") != std::string::npos;
  const auto reference = spaced ? "'" + entry.plan + "'" : entry.plan;
  return fmt::format("gpuplan explain {} {}", reference, job);
}

} // namespace

std::string
recommend_text(const RecommendationSet& set, Rows rows, Detail detail, const ReportStyle& style) {
  std::string text = title(set, style);
  text += labelled("Needs", needs(set), style);
  if (const auto assumptions = assumed(set); !assumptions.empty()) {
    text += labelled("Assumed", assumptions, style);
  }
  if (const auto rates = rates_text(set.exchange); !rates.empty())
    text += labelled("Rates", rates, style);
  for (const auto& note : set.workload.notes)
    text += labelled("Note", note, style);
  for (const auto& note : set.footnotes)
    text += labelled("Note", note, style);
  text += '\n';
  if (set.recommendations.empty())
    return text + nothing(set, style);
  text += picks_block(set, style) + '\n';
  text += list(set, rows, detail, style) + '\n';
  text += first_not_picked(set, style);
  if (const auto saved = saves(set); !saved.empty())
    text += labelled("Saves", saved, style);
  text += left_out(set, style);
  if (!set.lines.empty() || !set.picks.empty())
    text += labelled_command("Next", next(set, style.command), style);
  return text;
}

} // namespace gpuplan::output
