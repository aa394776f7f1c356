#include "cli/commands/estimate.hpp"

#include "cli/commands/shared/one_plan.hpp"
#include "cli/commands/shared/planning.hpp"
#include "output/json/plan_csv.hpp"
#include "output/json/recommend_json.hpp"
#include "output/reports/recommend_report.hpp"

namespace gpuplan::cli::commands {

ExitCode estimate(const Environment& environment, std::span<const std::string> arguments) {
  CLI::App app{"Time and cost of a job on a plan you name (recommend --on PLAN).", "estimate"};
  CommonOptions common;
  JobOptions job;
  job.add(app, Words::plan);
  common.add(app, {Format::table, Format::wide, Format::json, Format::csv});
  if (const auto ended = common.read(app, environment, arguments))
    return *ended;
  Planning planning(environment, common, job);
  if (const auto ended = planning.load())
    return *ended;
  if (const auto ended = expect_one_plan(environment, planning.catalog(), job))
    return *ended;
  core::DiagnosticSink sink;
  const auto workload = planning.workload({}, sink);
  if (!workload)
    return report(environment, sink);
  if (workload->on.empty()) {
    return usage_error(
        environment,
        "estimate wants a plan",
        "gpuplan estimate aws/p4d.24xlarge@us-east-1 --model …, or h100:8 for bare hardware");
  }
  const auto set = planning.recommend(*workload, plan::Keep::every, 8, sink);
  if (!set)
    return report(environment, sink);
  auto style = common.style(environment);
  style.command = job.echo() + common.echo();
  using output::Detail;
  using output::Rows;
  // A plan has a handful of prices; bare hardware has hundreds, of which the best lines are told.
  constexpr std::uint64_t k_most_told = 20;
  const auto rows = set->counts.ranked <= k_most_told ? Rows::every : Rows::lines;
  switch (common.format()) {
  case Format::json:
    common.print(environment, output::recommend_json(*set, "estimate", rows));
    break;
  case Format::csv:
    tell_notes(environment, output::notes_of(*set));
    common.print(environment, output::recommend_csv(*set, rows, {}));
    break;
  case Format::wide:
    common.print(environment, output::recommend_text(*set, rows, Detail::wide, style));
    break;
  default: common.print(environment, output::recommend_text(*set, rows, Detail::usual, style));
  }
  return set->recommendations.empty() ? ExitCode::no : ExitCode::done;
}

} // namespace gpuplan::cli::commands
