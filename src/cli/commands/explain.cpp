#include "cli/commands/explain.hpp"

#include "catalog/reference.hpp"
#include "cli/commands/shared/planning.hpp"
#include "core/counted.hpp"
#include "output/reports/explain_report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::cli::commands {
namespace {

struct ExplainOptions {
  CommonOptions common;
  JobOptions job;
  std::string why_not;

  void add(CLI::App& app) {
    job.add(app, Words::plan);
    app.add_option("--why-not", why_not, "say why a plan is not recommended")
        ->type_name("PLAN")
        ->group("Show");
    common.add(app, {Format::table, Format::json});
  }
};

ExitCode explain_plan(const Environment& environment,
                      const ExplainOptions& options,
                      const Planning& planning) {
  core::DiagnosticSink sink;
  const auto pinned_job = planning.workload({}, sink);
  if (!pinned_job)
    return report(environment, sink);
  if (pinned_job->on.empty()) {
    return usage_error(
        environment,
        "explain wants a plan",
        "gpuplan explain aws/p5.48xlarge@us-east-1 --model …; `gpuplan recommend` prints plans");
  }
  const auto explained = planning.explain(*pinned_job, sink);
  if (!explained)
    return report(environment, sink);
  const auto& pinned = explained->pinned;
  const auto style = options.common.style(environment);
  if (!explained->best) {
    options.common.print(environment, output::why_not_text(pinned, pinned_job->on, style));
    return ExitCode::no;
  }
  const auto& entry = pinned.recommendations[*explained->best];
  options.common.print(
      environment,
      options.common.format() == Format::json
          ? output::explain_json(pinned, entry, explained->explanation, explained->standing)
          : output::explain_text(
                pinned, entry, explained->explanation, explained->standing, style));
  return ExitCode::done;
}

/// Marks for which a plan is ranked behind others or never picked; the others only tell.
bool keeps_back(plan::Mark mark) {
  switch (mark) {
  case plan::Mark::unconfirmed:
  case plan::Mark::price_old:
  case plan::Mark::quarantined:
  case plan::Mark::community_host:
  case plan::Mark::other_stack:
  case plan::Mark::chip_not_measured:
  case plan::Mark::rule_of_thumb:
  case plan::Mark::memory_tight: return true;
  default: return false;
  }
}

/// A plan that is ranked is explained by its rank; one that is not, by what left it out.
ExitCode explain_why_not(const Environment& environment,
                         const ExplainOptions& options,
                         const Planning& planning) {
  core::DiagnosticSink sink;
  const auto job = planning.workload({{"on", options.why_not, "--why-not"}}, sink);
  if (!job)
    return report(environment, sink);
  const auto pinned = planning.recommend(*job, plan::Keep::every, plan::k_usual_lines, sink);
  if (!pinned)
    return report(environment, sink);
  const auto best = plan::best_of(*pinned);
  if (!best) {
    options.common.print(
        environment,
        output::why_not_text(*pinned, options.why_not, options.common.style(environment)));
    return ExitCode::done;
  }
  const auto& entry = pinned->recommendations[*best];
  auto free_job = *job;
  free_job.on.clear();
  const auto all = planning.recommend_with(free_job, {entry.offer.id}, sink);
  if (!all)
    return report(environment, sink);
  const auto standing = plan::standing_of(*all, entry);
  std::string text = fmt::format("{} can run it: {} {}",
                                 entry.plan,
                                 to_grouped(entry.quote.total),
                                 entry.quote.total.currency().code());
  if (standing.rank > 0)
    text += fmt::format(
        ", rank {} of {}", core::with_thousands(standing.rank), core::with_thousands(standing.of));
  text += '\n';
  for (const auto& mark : plan::marks()) {
    if (entry.has(mark.mark) && keeps_back(mark.mark))
      text += fmt::format("  never a pick or behind: {}\n", mark.meaning);
  }
  if (!standing.chosen_as.empty())
    text += fmt::format("  it is a pick: {}\n", standing.chosen_as);
  if (!all->lines.empty()) {
    const auto& first = all->recommendations[all->lines.front()];
    text += fmt::format("  the first is {}: {}\n", first.plan, to_grouped(first.quote.total));
  }
  options.common.print(environment,
                       output::wrap_lines(text, options.common.style(environment).width));
  return ExitCode::done;
}

} // namespace

ExitCode explain(const Environment& environment, std::span<const std::string> arguments) {
  CLI::App app{
      "One plan in full: memory, time, cost, rules, and the catalog line behind each input.",
      "explain"};
  ExplainOptions options;
  options.add(app);
  if (const auto ended = options.common.read(app, environment, arguments))
    return *ended;
  if (!options.why_not.empty())
    options.job.expect_model();
  Planning planning(environment, options.common, options.job);
  if (const auto ended = planning.load())
    return *ended;
  return options.why_not.empty() ? explain_plan(environment, options, planning)
                                 : explain_why_not(environment, options, planning);
}

} // namespace gpuplan::cli::commands
