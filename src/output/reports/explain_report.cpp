#include "output/reports/explain_report.hpp"

#include "core/counted.hpp"
#include "output/human.hpp"
#include "output/reports/picks_block.hpp"
#include "output/reports/recommend_report.hpp"
#include "output/reports/replica_block.hpp"
#include "output/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace gpuplan::output {
namespace {

using plan::Explanation;
using plan::Outcome;
using plan::Recommendation;
using plan::RecommendationSet;

std::string title(const RecommendationSet& set,
                  const Recommendation& entry,
                  const Standing& standing,
                  const ReportStyle& style) {
  const auto region = set.catalog->region(entry.offer.region);
  const auto option = entry.offer.option == catalog::PurchaseOption::on_demand
                          ? std::string_view{"on demand"}
                          : to_string(entry.offer.option);
  std::string text = styled(entry.plan, Style::strong, style.colour);
  text += fmt::format(
      ", {}, {}", option, region.stated ? region.name : std::string_view{"region not stated"});
  if (!standing.chosen_as.empty())
    text += fmt::format(": chosen as \"{}\"", standing.chosen_as);
  if (standing.rank > 0)
    text += fmt::format(
        "   #{} of {}", core::with_thousands(standing.rank), core::with_thousands(standing.of));
  else if (standing.offer_rank > 0)
    text += fmt::format("   not ranked: the offer is #{} of {} in another setup",
                        core::with_thousands(standing.offer_rank),
                        core::with_thousands(standing.of));
  text = paragraph(text, style, 2) + paragraph(job_phrase(set.workload), style, 2);
  if (!standing.bars.empty())
    text += paragraph("no pick: " + bars_text(standing.bars), style, 2);
  return text;
}

std::string verdict_word(sizing::Fit fit) {
  switch (fit) {
  case sizing::Fit::fits: return "FITS";
  case sizing::Fit::tight: return "TIGHT";
  case sizing::Fit::may_fit: return "OVER, MAY FIT";
  case sizing::Fit::does_not_fit: return "DOES NOT FIT";
  case sizing::Fit::unknown: return "NOT KNOWN";
  }
  return {};
}

Style verdict_style(sizing::Fit fit) {
  if (fit == sizing::Fit::fits)
    return Style::good;
  return fit == sizing::Fit::does_not_fit ? Style::bad : Style::warn;
}

std::string memory_block(const Recommendation& entry,
                         const Explanation& explanation,
                         const ReportStyle& style) {
  const auto& memory = entry.setup.memory;
  std::string head =
      fmt::format("{} of {} usable",
                  human_gib(memory.device),
                  explanation.usable ? human_size(*explanation.usable) : std::string{"? GiB"});
  if (explanation.usable)
    head += fmt::format(" = {}", human_percent(memory.device / *explanation.usable));
  head += fmt::format(
      ", 80 % range {}-{}   {}",
      human_gib(memory.device * memory.factor_low),
      human_gib(memory.device * memory.factor_high),
      styled(verdict_word(entry.setup.fit), verdict_style(entry.setup.fit), style.colour));
  std::string text = heading("Memory", "per device: " + head, style);
  Table table{{{"  part"},
               {"GiB", Align::right},
               {"arithmetic, bytes", Align::left, 1, Breaks::at_spaces},
               {"factors", Align::left, 2, Breaks::at_spaces}}};
  for (const auto& line : explanation.memory) {
    table.add({{fmt::format("  {}", to_string(line.part))},
               {human_number(core::to_gib(line.bytes))},
               {line.formula},
               {line.note}});
  }
  text += table.text(style.width, style.colour);
  if (!memory.comparable)
    text += paragraph("  nothing comparable was measured: take the range with care", style, 4);
  return text;
}

std::string
layout_block(const RecommendationSet& set, const Recommendation& entry, const ReportStyle& style) {
  const auto& setup = entry.setup;
  return labelled("Layout",
                  fmt::format("{}; {} in {}, {}",
                              entry.layout,
                              to_string(setup.stack),
                              to_string(setup.compute),
                              core::counted(setup.nodes, "instance")),
                  style) +
         (set.workload.demand.kind == workload::JobKind::serve
              ? labelled("", core::counted(setup.layout.replicas, "replica"), style)
              : std::string{});
}

/// Where a line of the time goes on that is broken: below its arithmetic, which follows the share,
/// where the terminal has room for that.
std::size_t hang_of(std::string_view line, const ReportStyle& style) {
  constexpr std::string_view k_share = "%  ";
  constexpr std::size_t k_indent = 2;
  constexpr std::size_t k_readable = 40;
  const auto share = line.find(k_share);
  const auto arithmetic = k_indent + share + k_share.size();
  const bool room = share != std::string_view::npos && style.width >= arithmetic + k_readable;
  return room ? arithmetic : k_indent + 2;
}

std::string
time_block(const Recommendation& entry, const Explanation& explanation, const ReportStyle& style) {
  const auto& setup = entry.setup;
  if (setup.serving)
    return replica_block(setup.replica, explanation.time, style);
  const auto run = core::to_hours(setup.run);
  auto text = heading(
      "Time",
      fmt::format("{} of steps, {} in all; 80 % range of the steps {}-{} h; bottleneck {}; MFU {}",
                  human_duration(setup.run),
                  human_duration(entry.quote.wall),
                  human_number(run * setup.training.factor_low),
                  human_number(run * setup.training.factor_high),
                  to_string(setup.training.bottleneck),
                  human_percent(setup.training.mfu)),
      style);
  for (const auto& line : explanation.time)
    text += paragraph("  " + line, style, hang_of(line, style));
  return text;
}

std::string cost_block(const Recommendation& entry, const ReportStyle& style) {
  const auto& quote = entry.quote;
  auto text = heading("Cost",
                      fmt::format("{} {}   80 % range {}-{}",
                                  to_grouped(quote.total),
                                  quote.total.currency().code(),
                                  human_money(quote.total_low),
                                  human_money(quote.total_high)),
                      style);
  Table table{{{"  line", Align::left, 0, Breaks::at_spaces},
               {"amount", Align::right},
               {"from", Align::left, 1, Breaks::at_spaces}}};
  const auto amounts = rounded_amounts(quote);
  for (std::size_t i = 0; i < quote.lines.size(); ++i) {
    const auto& line = quote.lines[i];
    table.add({{"  " + line.label}, {to_grouped(amounts[i])}, {line.source}});
  }
  text += table.text(style.width, style.colour);
  for (const auto& note : quote.notes)
    text += paragraph("  " + note, style, 4);
  for (const auto& part : quote.left_out)
    text += paragraph(
        fmt::format("  not in the total: {} ({})", to_string(part.kind), part.why), style, 4);
  return text;
}

std::string outcome_word(const plan::Verdict& verdict) {
  return verdict.outcome == Outcome::fail ? verdict.level : std::string(to_string(verdict.outcome));
}

/// `14 passed, 1 unknown, 1 warns, 13 do not apply`: every rule is counted once.
std::string rule_counts(const std::vector<plan::Verdict>& verdicts) {
  const auto of = [&](Outcome outcome, std::string_view level) {
    return std::count_if(verdicts.begin(), verdicts.end(), [&](const plan::Verdict& verdict) {
      return verdict.outcome == outcome && (level.empty() || verdict.level == level);
    });
  };
  std::string text = fmt::format("{} passed", of(Outcome::pass, {}));
  const auto add = [&](std::ptrdiff_t count, std::string_view one, std::string_view many) {
    if (count > 0)
      text += fmt::format(", {} {}", count, count == 1 ? one : many);
  };
  add(of(Outcome::fail, "require"), "failed", "failed");
  add(of(Outcome::fail, "warn"), "warns", "warn");
  add(of(Outcome::fail, "prefer"), "would be preferred", "would be preferred");
  add(of(Outcome::fail, "note"), "notes", "note");
  add(of(Outcome::unknown, {}), "unknown", "unknown");
  add(of(Outcome::not_applicable, {}), "does not apply", "do not apply");
  return text;
}

/// Every rule that applies, with the numbers it was judged on.
std::string rules_block(const Recommendation& entry, const ReportStyle& style) {
  std::string rest;
  Table table{{{"  rule"},
               {""},
               {"numbers", Align::left, 0, Breaks::at_spaces},
               {"check", Align::left, 1, Breaks::at_spaces}}};
  for (const auto& verdict : entry.verdicts) {
    if (verdict.outcome == Outcome::not_applicable)
      continue;
    const auto colour = verdict.outcome == Outcome::fail      ? Style::warn
                        : verdict.outcome == Outcome::unknown ? Style::dim
                                                              : Style::plain;
    table.add({{"  " + verdict.rule},
               {outcome_word(verdict), colour},
               {verdict.numbers},
               {verdict.check}});
    if (verdict.outcome == Outcome::fail)
      rest += paragraph(fmt::format("  {}: {}", verdict.rule, verdict.message), style, 4);
  }
  for (const auto& odds : entry.odds)
    rest += paragraph(fmt::format("  {}: {}", odds.rule, to_string(odds)), style, 4);
  return heading("Rules", rule_counts(entry.verdicts), style) +
         table.text(style.width, style.colour) + rest;
}

std::string inputs_block(const Explanation& explanation, const ReportStyle& style) {
  Table table{{{"  input", Align::left, 0, Breaks::at_spaces},
               {"value", Align::left, 0, Breaks::at_spaces},
               {"catalog line"},
               {"from", Align::left, 1, Breaks::at_spaces}}};
  for (const auto& input : explanation.inputs) {
    table.add({{"  " + input.what}, {input.value}, {input.place}, {input.source, Style::dim}});
  }
  return styled("Inputs", Style::heading, style.colour) + "\n" +
         table.text(style.width, style.colour);
}

std::string changes_block(const Explanation& explanation, bool serves, const ReportStyle& style) {
  std::string text = styled("What would change it", Style::heading, style.colour) + "\n";
  for (const auto& change : explanation.changes)
    text += paragraph("  " + change, style, 4);
  constexpr std::size_t k_most = 4;
  const std::span all{explanation.smaller};
  for (const auto& smaller : all.first(std::min(k_most, all.size()))) {
    text += paragraph(fmt::format("  {}: {} a device, {}{} {}",
                                  smaller.flags,
                                  human_size(smaller.device),
                                  serves ? "" : human_duration(smaller.wall) + ", ",
                                  to_grouped(smaller.total),
                                  smaller.total.currency().code()),
                      style,
                      4);
  }
  return text;
}

} // namespace

std::string explain_text(const RecommendationSet& set,
                         const Recommendation& entry,
                         const Explanation& explanation,
                         const Standing& standing,
                         const ReportStyle& style) {
  std::string text = title(set, entry, standing, style) + "\n";
  text += layout_block(set, entry, style) + "\n";
  text += memory_block(entry, explanation, style) + "\n";
  text += time_block(entry, explanation, style) + "\n";
  text += cost_block(entry, style) + "\n" + rules_block(entry, style) + "\n";
  const bool serves = set.workload.demand.kind == workload::JobKind::serve;
  return text + inputs_block(explanation, style) + "\n" + changes_block(explanation, serves, style);
}

} // namespace gpuplan::output
