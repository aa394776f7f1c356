#include "output/reports/recommend_report.hpp"

#include "core/counted.hpp"
#include "output/human.hpp"
#include "output/reports/commitment_line.hpp"
#include "output/reports/left_out_block.hpp"
#include "output/reports/mark_notes.hpp"
#include "output/reports/picks_block.hpp"
#include "output/reports/sample_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace gpuplan::output {
namespace {

using plan::Mark;
using plan::PickKind;
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
      text += ", " + sample_work(serving);
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

/// What the letters of the rows mean, a text each.
std::vector<std::string> meanings(const RecommendationSet& set, Rows rows) {
  std::vector<const Recommendation*> entries;
  for (const auto index : rows_of(set, rows))
    entries.push_back(&set.recommendations[index]);
  auto told = letter_meanings(entries);
  const auto relief = relief_text(set);
  for (auto& text : told) {
    if (text.front() == info_of(Mark::memory_tight).letter && !relief.empty())
      text += ": " + relief;
  }
  return told;
}

std::string footnotes(const RecommendationSet& set, Rows rows, const ReportStyle& style) {
  const auto told = meanings(set, rows);
  return told.empty() ? std::string{}
                      : paragraph(fmt::format("    {}", fmt::join(told, "   ")), style, 4);
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
    text += paragraph(fmt::format("    {} of {}; # is the rank among {}; --all shows every one",
                                  core::with_thousands(set.lines.size()),
                                  core::counted(set.counts.groups, "group"),
                                  core::counted(set.counts.ranked, "plan")),
                      style,
                      4);
  if (rows == Rows::lines) {
    text += older(set, style);
    if (const auto missing = not_confirmed_text(set); !missing.empty())
      text += paragraph("    " + missing, style, 4);
  }
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

/// The command that tells more of the first answer.
std::string next(const RecommendationSet& set, std::string_view job) {
  const auto index = set.picks.empty() ? set.lines.front() : set.picks.front().index;
  const auto& entry = set.recommendations[index];
  const bool spaced = entry.plan.find_first_of(" #") != std::string::npos;
  const auto reference = spaced ? "'" + entry.plan + "'" : entry.plan;
  return fmt::format("gpuplan explain {} {}", reference, job);
}

} // namespace

std::string relief_text(const RecommendationSet& set) {
  const auto line = std::find_if(set.lines.begin(), set.lines.end(), [&](std::size_t index) {
    return set.recommendations[index].has(Mark::memory_tight);
  });
  if (!set.relief || line == set.lines.end())
    return {};
  const auto& relief = *set.relief;
  const bool serves = set.workload.demand.kind == workload::JobKind::serve;
  return fmt::format("{} makes #{} fit, with {} a GPU, {}{}",
                     relief.flags,
                     core::with_thousands(set.recommendations[*line].rank),
                     human_size(relief.device),
                     serves ? std::string{} : human_duration(relief.wall) + " and ",
                     human_money(relief.total) + (serves ? " a month" : ""));
}

std::string not_confirmed_text(const RecommendationSet& set) {
  if (!set.not_confirmed)
    return {};
  const auto& missing = *set.not_confirmed;
  const bool by_cost = set.workload.objective == workload::Objective::cost;
  return fmt::format("not confirmed: {}, {} {} at {}: {}",
                     core::counted(missing.count, "plan"),
                     by_cost ? "cheapest" : "first",
                     missing.plan,
                     human_money(missing.total),
                     bars_text({&missing.bar, 1}));
}

std::vector<std::string> notes_of(const RecommendationSet& set) {
  auto notes = set.workload.notes;
  notes.insert(notes.end(), set.footnotes.begin(), set.footnotes.end());
  return notes;
}

std::string recommend_markdown(const RecommendationSet& set, Rows rows) {
  auto notes = meanings(set, rows);
  const auto more = notes_of(set);
  notes.insert(notes.end(), more.begin(), more.end());
  return plan_table(set, rows, Detail::usual).markdown() + markdown_list(notes);
}

std::string
recommend_text(const RecommendationSet& set, Rows rows, Detail detail, const ReportStyle& style) {
  std::string text = title(set, style);
  text += labelled("Needs", needs(set), style);
  if (const auto assumptions = assumed(set); !assumptions.empty()) {
    text += labelled("Assumed", assumptions, style);
  }
  if (const auto rates = rates_text(set.exchange); !rates.empty())
    text += labelled("Rates", rates, style);
  for (const auto& note : notes_of(set))
    text += labelled("Note", note, style);
  text += '\n';
  if (set.recommendations.empty())
    return text + nothing_block(set, style);
  text += picks_block(set, style) + month_line(set, style) + '\n';
  text += list(set, rows, detail, style) + '\n';
  text += first_not_picked(set, style);
  if (const auto saved = saves(set); !saved.empty())
    text += labelled("Saves", saved, style);
  if (const auto commitment = commitment_line(set); !commitment.empty())
    text += labelled("Commit", commitment, style);
  text += left_out_block(set, style);
  if (!set.lines.empty() || !set.picks.empty())
    text += labelled_command("Next", next(set, style.command), style);
  return text;
}

} // namespace gpuplan::output
