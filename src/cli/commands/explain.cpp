#include "cli/commands/explain.hpp"

#include "catalog/reference.hpp"
#include "cli/commands/shared/one_plan.hpp"
#include "cli/commands/shared/planning.hpp"
#include "core/counted.hpp"
#include "core/ensure.hpp"
#include "output/reports/explain_report.hpp"
#include "output/reports/picks_block.hpp"
#include "output/reports/why_not_report.hpp"

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

std::string left_out(const ExplainOptions& options,
                     const plan::RecommendationSet& pinned,
                     const std::string& reference,
                     const output::ReportStyle& style) {
  return options.common.format() == Format::json ? output::why_not_json(pinned, reference)
                                                 : output::why_not_text(pinned, reference, style);
}

ExitCode
explain_plan(const Environment& environment, const ExplainOptions& options, Planning& planning) {
  core::DiagnosticSink sink;
  auto pinned_job = planning.workload({}, sink);
  if (!pinned_job)
    return report(environment, sink);
  if (pinned_job->on.empty()) {
    return usage_error(
        environment,
        "explain wants a plan",
        "gpuplan explain aws/p5.48xlarge@us-east-1 --model …, or the # of the list that `gpuplan "
        "recommend` prints for the job");
  }
  if (Planning::is_ranked(*pinned_job) && !planning.name_ranked(*pinned_job, sink))
    return report(environment, sink);
  const auto explained = planning.explain(*pinned_job, sink);
  if (!explained)
    return report(environment, sink);
  const auto& pinned = explained->pinned;
  const auto style = options.common.style(environment);
  if (!explained->best) {
    options.common.print(environment, left_out(options, pinned, pinned_job->on, style));
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

/// Where a plan that can run the job stands, and what speaks against it.
std::string standing_text(const plan::RecommendationSet& all, const plan::Recommendation& entry) {
  const auto standing = plan::standing_of(all, entry);
  std::string text = fmt::format("{} can run it: {} {}",
                                 entry.plan,
                                 to_grouped(entry.quote.total),
                                 entry.quote.total.currency().code());
  if (standing.rank > 0)
    text += fmt::format(
        ", #{} of {}", core::with_thousands(standing.rank), core::with_thousands(standing.of));
  text += '\n';
  for (const auto& bar : standing.bars)
    text += fmt::format("  no pick: {}\n", output::bars_text({&bar, 1}));
  if (!standing.chosen_as.empty())
    text += fmt::format("  it is a pick: {}\n", standing.chosen_as);
  if (!all.lines.empty()) {
    const auto& first = all.recommendations[all.lines.front()];
    text += fmt::format("  the first is {}: {}\n", first.plan, to_grouped(first.quote.total));
  }
  return text;
}

/// A plan that is ranked is explained by its rank; one that is not, by what left it out.
ExitCode
explain_why_not(const Environment& environment, const ExplainOptions& options, Planning& planning) {
  core::DiagnosticSink sink;
  auto job = planning.workload({{"on", options.why_not, "--why-not"}}, sink);
  if (!job)
    return report(environment, sink);
  if (Planning::is_ranked(*job) && !planning.name_ranked(*job, sink))
    return report(environment, sink);
  const auto pinned = planning.recommend(*job, plan::Keep::every, plan::k_usual_lines, sink);
  if (!pinned)
    return report(environment, sink);
  const auto best = plan::best_of(*pinned);
  const auto style = options.common.style(environment);
  if (!best) {
    options.common.print(environment, left_out(options, *pinned, options.why_not, style));
    return ExitCode::done;
  }
  const auto& entry = pinned->recommendations[*best];
  if (options.common.format() == Format::json) {
    const auto explained = planning.explain(*job, sink);
    if (!explained)
      return report(environment, sink);
    GPUPLAN_ENSURE(explained->best.has_value());
    options.common.print(environment,
                         output::explain_json(explained->pinned,
                                              explained->pinned.recommendations[*explained->best],
                                              explained->explanation,
                                              explained->standing));
    return ExitCode::done;
  }
  auto free_job = *job;
  free_job.on.clear();
  const auto all = planning.recommend_with(free_job, {entry.offer.id}, sink);
  if (!all)
    return report(environment, sink);
  options.common.print(environment, output::wrap_lines(standing_text(*all, entry), style.width));
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
  if (const auto ended =
          expect_one_plan(environment, planning.catalog(), options.job, options.why_not))
    return *ended;
  return options.why_not.empty() ? explain_plan(environment, options, planning)
                                 : explain_why_not(environment, options, planning);
}

} // namespace gpuplan::cli::commands
