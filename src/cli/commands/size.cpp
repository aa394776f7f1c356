#include "cli/commands/size.hpp"

#include "cli/commands/shared/planning.hpp"
#include "output/reports/size_report.hpp"
#include "plan/size.hpp"

namespace gpuplan::cli::commands {

ExitCode size(const Environment& environment, std::span<const std::string> arguments) {
  CLI::App app{"What a job needs of compute, memory and bandwidth, and what holds it. No prices.",
               "size"};
  CommonOptions common;
  JobOptions job;
  job.add(app, Words::job);
  common.add(app, {Format::table, Format::json});
  if (const auto ended = common.read(app, environment, arguments))
    return *ended;
  Planning planning(environment, common, job);
  if (const auto ended = planning.load())
    return *ended;
  core::DiagnosticSink sink;
  const auto workload = planning.workload({}, sink);
  if (!workload)
    return report(environment, sink);
  report(environment, sink);
  const auto size = plan::size_job(planning.catalog(), planning.planner(), *workload);
  common.print(environment,
               common.format() == Format::json
                   ? output::size_json(planning.catalog(), *workload, size, common.as_of())
                   : output::size_text(*workload, size, common.style(environment)));
  return ExitCode::done;
}

} // namespace gpuplan::cli::commands
