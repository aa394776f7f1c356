#include "cli/commands/size.hpp"

#include "cli/commands/shared/planning.hpp"
#include "core/text.hpp"
#include "output/reports/size_report.hpp"
#include "plan/size.hpp"

#include <fmt/format.h>

namespace gpuplan::cli::commands {
namespace {

/// Chips are asked for by name alone: how many of them it takes is what is answered.
std::optional<ExitCode> refuse_count(const Environment& environment,
                                     const workload::Workload& workload) {
  for (const auto& chip : workload.constraints.accelerators) {
    const auto name = chip.substr(0, chip.find(':'));
    if (name != chip)
      return usage_error(environment,
                         fmt::format("met --gpu {}, a chip with a count of devices", chip),
                         fmt::format("size finds the count: --gpu {}", name));
    if (const auto low = core::lower(chip); low == "cpu" || low == "none")
      return usage_error(environment,
                         fmt::format("met --gpu {}, and size is about accelerators", chip),
                         "`gpuplan catalog show accelerators` lists the chips");
  }
  return std::nullopt;
}

} // namespace

ExitCode size(const Environment& environment, std::span<const std::string> arguments) {
  CLI::App app{"What a job needs of compute, memory and bandwidth, and what holds it. No prices.",
               "size"};
  CommonOptions common;
  JobOptions job;
  job.add(app, Words::job, Asked::needs);
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
  if (const auto ended = refuse_count(environment, *workload))
    return *ended;
  const auto filters = plan::resolve_filters(*workload, planning.catalog(), sink);
  if (!filters)
    return report(environment, sink);
  report(environment, sink);
  const auto size = plan::size_job(planning.catalog(), planning.planner(), *workload, *filters);
  common.print(environment,
               common.format() == Format::json
                   ? output::size_json(planning.catalog(), *workload, size, common.as_of())
                   : output::size_text(*workload, size, common.style(environment)));
  return ExitCode::done;
}

} // namespace gpuplan::cli::commands
