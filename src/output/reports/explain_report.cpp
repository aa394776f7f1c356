#include "output/reports/explain_report.hpp"

#include "output/human.hpp"
#include "output/reports/recommend_report.hpp"
#include "output/table.hpp"

#include <fmt/format.h>

#include <algorithm>

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
    text += fmt::format("   rank {} of {}", standing.rank, standing.of);
  return text + "\n" + job_phrase(set.workload) + "\n";
}

std::string verdict_word(sizing::Fit fit) {
  switch (fit) {
  case sizing::Fit::fits: return "FITS";
  case sizing::Fit::tight: return "TIGHT";
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
      fmt::format("{} of {} GiB usable",
                  human_gib(memory.device),
                  explanation.usable ? human_gib(*explanation.usable) : std::string{"?"});
  if (explanation.usable)
    head += fmt::format(" = {}", human_percent(memory.device / *explanation.usable));
  head += fmt::format(
      ", 80 % range {}-{}   {}",
      human_gib(memory.device * memory.factor_low),
      human_gib(memory.device * memory.factor_high),
      styled(verdict_word(entry.setup.fit), verdict_style(entry.setup.fit), style.colour));
  std::string text =
      styled("Memory", Style::heading, style.colour) + "   per device: " + head + "\n";
  Table table{{{"  part"},
               {"GiB", Align::right},
               {"arithmetic, bytes", Align::left, 1},
               {"factors", Align::left, 2}}};
  for (const auto& line : explanation.memory) {
    table.add({{fmt::format("  {}", to_string(line.part))},
               {human_number(core::to_gib(line.bytes))},
               {line.formula},
               {line.note}});
  }
  text += table.text(style.width, style.colour);
  if (!memory.comparable)
    text += "  nothing comparable was measured: take the range with care\n";
  return text;
}

std::string
layout_block(const RecommendationSet& set, const Recommendation& entry, const ReportStyle& style) {
  const auto& setup = entry.setup;
  return labelled("Layout",
                  fmt::format("{}; {} in {}, {} {}",
                              entry.layout,
                              to_string(setup.stack),
                              to_string(setup.compute),
                              setup.nodes,
                              setup.nodes == 1 ? "instance" : "instances"),
                  style) +
         (set.workload.demand.kind == workload::JobKind::serve
              ? labelled("", fmt::format("{} replicas", setup.layout.replicas), style)
              : std::string{});
}

std::string
time_block(const Recommendation& entry, const Explanation& explanation, const ReportStyle& style) {
  const auto& setup = entry.setup;
  std::string text = styled("Time", Style::heading, style.colour);
  if (setup.serving) {
    const auto& replica = setup.replica;
    text += fmt::format("     a replica: {} requests/s, at most {}; TTFT {} ms, TPOT {} ms, "
                        "request {} ms; limited by {}{}\n",
                        human_number(replica.requests_s),
                        human_number(replica.saturation_requests_s),
                        human_number(replica.ttft_ms),
                        human_number(replica.tpot_ms),
                        human_number(replica.latency_ms),
                        replica.limited_by,
                        replica.saturated      ? ", and asked for more than it can serve"
                        : replica.target_binds ? ", and held back by the latency targets"
                                               : "");
    if (!replica.note.empty())
      text += fmt::format("  {}\n", replica.note);
    text += fmt::format("  {} sequences run at once of {} that fit; range x/ {} ({})\n",
                        human_number(replica.batch),
                        human_number(replica.max_concurrency),
                        human_number(replica.factor_high),
                        replica.band);
    return text;
  }
  const auto run = core::to_hours(setup.run);
  text += fmt::format(
      "     {} of steps, {} in all; 80 % range of the steps {}-{} h; bottleneck {}; MFU {}\n",
      human_duration(setup.run),
      human_duration(entry.quote.wall),
      human_number(run * setup.training.factor_low),
      human_number(run * setup.training.factor_high),
      to_string(setup.training.bottleneck),
      human_percent(setup.training.mfu));
  for (const auto& line : explanation.time)
    text += "  " + line + "\n";
  return text;
}

std::string cost_block(const Recommendation& entry, const ReportStyle& style) {
  const auto& quote = entry.quote;
  std::string text =
      styled("Cost", Style::heading, style.colour) + fmt::format("     {} {}   80 % range {}-{}\n",
                                                                 to_fixed(quote.total, 2),
                                                                 quote.total.currency().code(),
                                                                 human_money(quote.total_low),
                                                                 human_money(quote.total_high));
  Table table{{{"  line"}, {"amount", Align::right}, {"from", Align::left, 1}}};
  for (const auto& line : quote.lines) {
    table.add({{"  " + line.label}, {to_fixed(line.amount, 2)}, {line.source}});
  }
  text += table.text(style.width, style.colour);
  for (const auto& note : quote.notes)
    text += "  " + wrap(note, style.width, 2) + "\n";
  for (const auto& part : quote.left_out)
    text += fmt::format("  not in the total: {} ({})\n", to_string(part.kind), part.why);
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
  Table table{{{"  rule"}, {""}, {"numbers"}, {"check", Align::left, 1}}};
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
      rest += fmt::format("  {}: {}\n", verdict.rule, verdict.message);
  }
  return styled("Rules", Style::heading, style.colour) +
         fmt::format("    {}\n", rule_counts(entry.verdicts)) +
         table.text(style.width, style.colour) + rest;
}

std::string inputs_block(const Explanation& explanation, const ReportStyle& style) {
  Table table{{{"  input"}, {"value"}, {"catalog line"}, {"from", Align::left, 1}}};
  for (const auto& input : explanation.inputs) {
    table.add({{"  " + input.what}, {input.value}, {input.place}, {input.source, Style::dim}});
  }
  return styled("Inputs", Style::heading, style.colour) + "\n" +
         table.text(style.width, style.colour);
}

std::string changes_block(const Explanation& explanation, bool serves, const ReportStyle& style) {
  std::string text = styled("What would change it", Style::heading, style.colour) + "\n";
  for (const auto& change : explanation.changes)
    text += "  " + change + "\n";
  constexpr std::size_t k_most = 4;
  for (std::size_t i = 0; i < std::min(k_most, explanation.smaller.size()); ++i) {
    const auto& smaller = explanation.smaller[i];
    const auto wall = serves ? std::string{} : human_duration(smaller.wall) + ", ";
    text += fmt::format("  {}: {} GiB a device, {}{} {}\n",
                        smaller.flags,
                        human_gib(smaller.device),
                        wall,
                        to_fixed(smaller.total, 2),
                        smaller.total.currency().code());
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
  text += cost_block(entry, style) + "\n";
  text += rules_block(entry, style) + "\n";
  text += inputs_block(explanation, style) + "\n";
  const bool serves = set.workload.demand.kind == workload::JobKind::serve;
  return text + changes_block(explanation, serves, style);
}

std::string
why_not_text(const RecommendationSet& set, std::string_view reference, const ReportStyle& style) {
  std::string text =
      fmt::format("{} is not recommended for {}\n", reference, job_phrase(set.workload));
  for (const auto& exclusion : set.excluded) {
    if (exclusion.reason == "asked.plan" || exclusion.reason == "asked.gpu")
      continue;
    const auto note = exclusion.nearest_note.empty() ? exclusion.summary : exclusion.nearest_note;
    text += fmt::format("  {}: {}\n", styled(exclusion.reason, Style::warn, style.colour), note);
    text += fmt::format("    {} of its prices; nearest {}\n", exclusion.count, exclusion.nearest);
    if (!exclusion.remedy.empty())
      text += fmt::format("    what would change it: {}\n", exclusion.remedy);
  }
  return text;
}

} // namespace gpuplan::output
