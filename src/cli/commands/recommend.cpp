#include "cli/commands/recommend.hpp"

#include "cli/atomic_file.hpp"
#include "cli/commands/shared/list_length.hpp"
#include "cli/commands/shared/planning.hpp"
#include "cli/commands/shared/saved_answer.hpp"
#include "facts/fact.hpp"
#include "output/json/plan_csv.hpp"
#include "output/json/recommend_json.hpp"
#include "output/reports/recommend_report.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

namespace gpuplan::cli::commands {
namespace {

using output::Detail;
using output::Rows;

struct RecommendOptions {
  CommonOptions common;
  JobOptions job;
  ListLength length{8};
  bool old = false;
  std::vector<std::string> columns;
  std::string save;
  bool no_save = false;

  void add(CLI::App& app) {
    job.add(app, Words::job);
    length.add(app, "lines of the list", "every ranked plan");
    app.add_flag("--old", old, "old and undated prices too")->group(k_more);
    app.add_option("--columns", columns, "facts as columns of CSV")
        ->delimiter(',')
        ->type_name("A,B")
        ->group("Show");
    app.add_option("--fields", columns)->delimiter(',')->group(k_hidden);
    app.add_option("--save", save, "keep the answer as JSON in a file as well")
        ->type_name("FILE")
        ->group("Show");
    app.add_flag("--no-save", no_save, "do not keep the answer for `--from last`")->group(k_more);
    common.add(
        app,
        {Format::table, Format::wide, Format::json, Format::ndjson, Format::csv, Format::markdown});
  }

  [[nodiscard]] Rows rows() const {
    if (length.all())
      return Rows::every;
    return old ? Rows::old : Rows::lines;
  }
};

std::optional<ExitCode> check_columns(const Environment& environment,
                                      const std::vector<std::string>& columns,
                                      Format format) {
  if (!columns.empty() && format != Format::csv)
    return usage_error(environment,
                       "met --columns without -o csv, whose columns they are",
                       "add -o csv; -o json has every fact");
  for (const auto& column : columns) {
    if (facts::find_fact(column) || output::is_plan_column(column))
      continue;
    const auto meant = facts::nearest_fact(column);
    return usage_error(environment,
                       fmt::format("met the column {}, no fact", column),
                       meant ? fmt::format("did you mean {}?", *meant)
                             : "`gpuplan facts` lists them");
  }
  return std::nullopt;
}

/// Keeps an answer given on a terminal for `--from last`. A convenience: where it cannot be
/// written, nothing is lost and nothing is said.
void keep_last(const Environment& environment, const plan::RecommendationSet& set) {
  const auto path = last_answer_path(environment);
  if (path.empty())
    return;
  std::error_code trouble;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), trouble);
  if (trouble)
    return;
  try {
    replace_file(path, output::recommend_json(set, "recommend", Rows::lines));
  } catch (const std::system_error&) {
    return;
  }
}

std::string text_of(const plan::RecommendationSet& set,
                    const RecommendOptions& options,
                    const Environment& environment) {
  auto style = options.common.style(environment);
  style.command = options.job.echo() + options.common.echo();
  switch (options.common.format()) {
  case Format::table: return output::recommend_text(set, options.rows(), Detail::usual, style);
  case Format::wide: return output::recommend_text(set, options.rows(), Detail::wide, style);
  case Format::json: return output::recommend_json(set, "recommend", options.rows());
  case Format::ndjson: break;
  case Format::csv: return output::recommend_csv(set, options.rows(), options.columns);
  case Format::markdown: return output::recommend_markdown(set, options.rows());
  }
  return {};
}

} // namespace

ExitCode recommend(const Environment& environment, std::span<const std::string> arguments) {
  CLI::App app{"Which machines to rent for a job: ranked plans, what was left out and why.",
               "recommend"};
  RecommendOptions options;
  options.add(app);
  if (const auto ended = options.common.read(app, environment, arguments))
    return *ended;
  if (const auto ended = options.length.check(environment))
    return *ended;
  if (const auto ended = check_columns(environment, options.columns, options.common.format()))
    return *ended;
  Planning planning(environment, options.common, options.job);
  if (const auto ended = planning.load())
    return *ended;
  core::DiagnosticSink sink;
  const auto workload = planning.workload({}, sink);
  if (!workload)
    return report(environment, sink);
  if (options.rows() != Rows::lines)
    planning.show_old_prices();
  const auto keep = options.length.all() ? plan::Keep::every : plan::Keep::lines;
  const auto set = planning.recommend(*workload, keep, options.length.most(), sink);
  if (!set)
    return report(environment, sink);
  report(environment, sink);
  const auto format = options.common.format();
  if (format == Format::ndjson || format == Format::csv)
    tell_notes(environment, output::notes_of(*set));
  if (format == Format::ndjson)
    options.common.print_parts(environment, [&](const auto& write) {
      output::recommend_ndjson(*set, options.rows(), write);
    });
  else
    options.common.print(environment, text_of(*set, options, environment));
  if (!options.no_save && environment.output_is_terminal)
    keep_last(environment, *set);
  if (!options.save.empty()) {
    replace_file(options.save, output::recommend_json(*set, "recommend", options.rows()));
  }
  const bool shown =
      !set->lines.empty() || (options.rows() != Rows::lines && set->counts.ranked > 0);
  return shown ? ExitCode::done : ExitCode::no;
}

} // namespace gpuplan::cli::commands
