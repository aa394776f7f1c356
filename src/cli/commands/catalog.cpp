#include "cli/commands/catalog.hpp"

#include "catalog/check.hpp"
#include "cli/commands/shared/common_options.hpp"
#include "core/text.hpp"
#include "output/json/catalog_json.hpp"
#include "output/reports/catalog_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace gpuplan::cli::commands {
namespace {

ExitCode check(const Environment& environment, std::span<const std::string> arguments) {
  CLI::App app{"Findings about the rows of the catalog: doubtful, doubled, unscaled, out of order.",
               "catalog check"};
  CommonOptions common;
  bool strict = false;
  bool all = false;
  app.add_flag("--strict", strict, "a warning makes the check fail (exit code 1)")->group("Check");
  app.add_flag("--all", all, "remarks too, not only warnings")->group("Check");
  common.add(app, {Format::table, Format::json});
  if (const auto ended = parse(app, environment, arguments))
    return *ended;
  if (const auto ended = common.check(environment))
    return *ended;
  core::DiagnosticSink sink;
  const auto catalog = common.load_catalog(sink);
  if (!catalog)
    return report(environment, sink);
  report(environment, sink);
  const auto findings = catalog::check(*catalog);
  std::size_t warnings = 0;
  std::map<std::string, std::size_t> counts;
  std::string text;
  for (const auto& finding : findings) {
    const bool warning = finding.severity != core::Severity::note;
    if (warning)
      ++warnings;
    ++counts[finding.code];
    if (warning || all)
      text += core::render(finding);
  }
  if (common.format() == Format::json) {
    common.print(environment, output::findings_json(*catalog, findings, common.as_of()));
  } else {
    const auto edition = catalog->edition();
    text += fmt::format("{} prices of {} machines checked: {} warnings, {} remarks{}\n",
                        core::with_thousands(static_cast<std::int64_t>(edition.offers)),
                        core::with_thousands(static_cast<std::int64_t>(edition.instances)),
                        warnings,
                        findings.size() - warnings,
                        all || findings.size() == warnings ? "" : " (--all)");
    common.print(environment, text);
  }
  return strict && warnings > 0 ? ExitCode::no : ExitCode::done;
}

/// The rows asked for. A word that names no kind is a name: of the first kind that has such rows.
std::optional<output::Table>
rows_of(const catalog::Catalog& catalog, const std::string& kind, const std::string& glob) {
  if (auto table = output::catalog_table(catalog, kind, glob))
    return table;
  for (const auto known : output::catalog_kinds()) {
    auto table = kind.empty() ? std::nullopt : output::catalog_table(catalog, known, kind);
    if (table && !table->rows().empty())
      return table;
  }
  return std::nullopt;
}

ExitCode show(const Environment& environment, std::span<const std::string> arguments) {
  CLI::App app{"Rows of the catalog, each with its file and line.", "catalog show"};
  CommonOptions common;
  std::string kind;
  std::string glob = "*";
  app.add_option("KIND",
                 kind,
                 "accelerators, providers, instances, offers, regions, models, rules; or a name");
  app.add_option("NAME", glob, "glob over the names: 'aws/p5*'");
  common.add(app, {Format::table, Format::json, Format::csv, Format::markdown});
  if (const auto ended = parse(app, environment, arguments))
    return *ended;
  if (const auto ended = common.check(environment))
    return *ended;
  core::DiagnosticSink sink;
  const auto catalog = common.load_catalog(sink);
  if (!catalog)
    return report(environment, sink);
  const auto kinds = output::catalog_kinds();
  const auto table = rows_of(*catalog, kind, glob);
  if (!table) {
    const auto meant = core::nearest(kind, kinds);
    std::string all;
    for (const auto name : kinds)
      all += (all.empty() ? "" : ", ") + std::string(name);
    return usage_error(environment,
                       kind.empty() ? "catalog show wants a kind of rows"
                                    : fmt::format("no kind of rows and no name {}", kind),
                       meant ? fmt::format("did you mean {}?", *meant) : all);
  }
  switch (common.format()) {
  case Format::json:
    common.print(environment, output::table_json(*catalog, *table, "catalog show", common.as_of()));
    break;
  case Format::csv: common.print(environment, table->csv()); break;
  case Format::markdown: common.print(environment, table->markdown()); break;
  default: common.print(environment, table->text(0, common.style(environment).colour));
  }
  return table->rows().empty() ? ExitCode::no : ExitCode::done;
}

} // namespace

ExitCode catalog(const Environment& environment, std::span<const std::string> arguments) {
  const std::string word = arguments.empty() ? std::string{} : arguments.front();
  if (word == "check")
    return check(environment, arguments.subspan(1));
  if (word == "show")
    return show(environment, arguments.subspan(1));
  const std::string help =
      "Usage: gpuplan catalog check [--strict] [--all] [--catalog PATH]\n"
      "       gpuplan catalog show KIND [NAME]\n"
      "What gpuplan knows of chips, machines and prices, and what is doubtful about it.\n"
      "\n"
      "  check   findings about rows: doubtful, doubled, unscaled, out of order\n"
      "  show    rows with the file and line each comes from; KIND is accelerators, providers,\n"
      "          instances, offers, regions, models or rules; NAME may be a glob: 'aws/p5*'\n"
      "\n"
      "`gpuplan catalog check --help` and `gpuplan catalog show --help` list their options.\n";
  if (word == "--help" || word == "-h" || word == "--help-all") {
    write(environment.output, help);
    return ExitCode::done;
  }
  write(environment.error,
        (word.empty() ? std::string{"gpuplan: catalog wants check or show\n"}
                      : fmt::format("gpuplan: no catalog command \"{}\"\n", word)) +
            help);
  return ExitCode::usage;
}

} // namespace gpuplan::cli::commands
