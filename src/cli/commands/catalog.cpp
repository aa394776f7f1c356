#include "cli/commands/catalog.hpp"

#include "catalog/check.hpp"
#include "cli/commands/shared/catalog_names.hpp"
#include "cli/commands/shared/common_options.hpp"
#include "cli/commands/shared/own_findings.hpp"
#include "cli/commands/shared/print_records.hpp"
#include "core/counted.hpp"
#include "core/text.hpp"
#include "output/json/catalog_json.hpp"
#include "output/reports/catalog_report.hpp"
#include "output/reports/findings_report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::cli::commands {
namespace {

using Findings = std::vector<catalog::FindingRecord>;

bool is_warning(const catalog::FindingRecord& finding) {
  return catalog::kind_of(finding.kind).severity != core::Severity::note;
}

struct CheckOptions {
  CommonOptions common;
  bool strict = false;
  bool all = false;
  bool built_in = false;

  void add(CLI::App& app) {
    app.add_flag("--strict", strict, "a warning makes the check fail (exit code 1)")
        ->group("Check");
    app.add_flag("--all", all, "each finding, and remarks on the built-in catalog")->group("Check");
    app.add_flag("--built-in", built_in, "under --catalog: the built-in catalog's findings too")
        ->group("Check");
    common.add(app, {Format::table, Format::json});
  }
};

/// What was found, parted by whose rows it is about. Without overlays the built-in catalog is what
/// was asked for.
struct Checked {
  Findings asked;
  Findings besides; ///< of the built-in catalog, told by their count

  Checked(const Findings& findings, const CheckOptions& options) {
    const auto& overlays = options.common.overlays();
    const OwnFindings own(overlays);
    for (const auto& finding : findings)
      (overlays.empty() || own(finding) ? asked : besides).push_back(finding);
    if (options.built_in) {
      asked.insert(asked.end(), besides.begin(), besides.end());
      besides.clear();
    }
  }
};

std::string counts_of(const Findings& findings) {
  const auto warnings = static_cast<std::size_t>(std::ranges::count_if(findings, &is_warning));
  return fmt::format("{}, {}",
                     core::counted(warnings, "warning"),
                     core::counted(findings.size() - warnings, "remark"));
}

/// Findings keep to one line each, as compilers' do; what is said of them all is broken.
std::string check_text(const catalog::Catalog& catalog,
                       const CheckOptions& options,
                       const Checked& checked,
                       std::size_t width) {
  const bool own = !options.common.overlays().empty();
  auto told = checked.asked;
  if (!own && !options.all)
    std::erase_if(told, [](const auto& finding) { return !is_warning(finding); });
  using output::Telling;
  const auto each = output::findings_text(catalog, told, Telling::each);
  auto text = options.all ? each : output::findings_text(catalog, told, Telling::by_kind);
  const bool hides = told.size() < checked.asked.size() || text.size() < each.size();
  const auto edition = catalog.edition();
  auto summary = fmt::format("{} of {} checked{}: {}{}\n",
                             core::counted(edition.offers, "price"),
                             core::counted(edition.instances, "machine"),
                             own && !options.built_in ? "; by what --catalog adds" : "",
                             counts_of(checked.asked),
                             hides ? " (--all tells each)" : "");
  if (!checked.besides.empty())
    summary += fmt::format("the built-in catalog has {} of its own (--built-in)\n",
                           counts_of(checked.besides));
  return text + output::wrap_lines(summary, width);
}

ExitCode check(const Environment& environment, std::span<const std::string> arguments) {
  CLI::App app{"Findings about the rows of the catalog: doubtful, doubled, unscaled, out of order.",
               "catalog check"};
  CheckOptions options;
  options.add(app);
  const auto& common = options.common;
  if (const auto ended = options.common.read(app, environment, arguments))
    return *ended;
  core::DiagnosticSink sink;
  const auto catalog = common.load_catalog(sink);
  if (!catalog)
    return report(environment, sink);
  report(environment, sink);
  const Checked checked(catalog->findings(), options);
  common.print(
      environment,
      common.format() == Format::json
          ? output::findings_json(*catalog, checked.asked, checked.besides.size(), common.as_of())
          : check_text(*catalog, options, checked, common.style(environment).width));
  const bool warned = std::ranges::any_of(checked.asked, &is_warning);
  return options.strict && warned ? ExitCode::no : ExitCode::done;
}

/// The rows asked for. A word that names no kind is a name: of the first kind that has such rows.
std::optional<output::Records>
rows_of(const catalog::Catalog& catalog, const std::string& kind, const std::string& glob) {
  if (auto records = named_records(catalog, kind, glob))
    return records;
  for (const auto known : output::catalog_kinds()) {
    auto records = kind.empty() ? std::nullopt : named_records(catalog, std::string(known), kind);
    if (records && !records->empty())
      return records;
  }
  return std::nullopt;
}

ExitCode no_rows(const Environment& environment, const std::string& kind) {
  const auto kinds = output::catalog_kinds();
  if (kind.empty())
    return usage_error(environment,
                       "catalog show wants a kind of rows",
                       fmt::format("one of {}", fmt::join(kinds, ", ")));
  const auto meant = core::nearest(kind, kinds);
  return usage_error(environment,
                     fmt::format("met {}, expected a kind of rows or a name", kind),
                     meant ? fmt::format("did you mean {}?", *meant)
                           : fmt::format("kinds are {}", fmt::join(kinds, ", ")));
}

/// A glob that matches no row is an answer, told so that an empty table is not taken for a fault.
ExitCode
no_such_name(const Environment& environment, const std::string& kind, const std::string& glob) {
  write(environment.error,
        fmt::format("gpuplan: met {}, which names none of the {} of the catalog\n", glob, kind));
  return ExitCode::no;
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
  if (const auto ended = common.read(app, environment, arguments))
    return *ended;
  core::DiagnosticSink sink;
  const auto catalog = common.load_catalog(sink);
  if (!catalog)
    return report(environment, sink);
  const auto records = rows_of(*catalog, kind, glob);
  if (!records)
    return no_rows(environment, kind);
  print_records(environment, common, *catalog, *records, "catalog show");
  return records->empty() ? no_such_name(environment, kind, glob) : ExitCode::done;
}

} // namespace

ExitCode catalog(const Environment& environment, std::span<const std::string> arguments) {
  const std::string word = arguments.empty() ? std::string{} : arguments.front();
  if (word == "check")
    return check(environment, arguments.subspan(1));
  if (word == "show")
    return show(environment, arguments.subspan(1));
  const std::string help =
      "Usage: gpuplan catalog check [--strict] [--all] [--built-in] [--catalog PATH]\n"
      "       gpuplan catalog show KIND [NAME]\n"
      "What gpuplan knows of chips, machines and prices, and what is doubtful about it.\n"
      "\n"
      "  check   findings about rows: doubtful, doubled, unscaled, out of order\n"
      "  show    rows with the file and line each comes from; KIND is accelerators, providers,\n"
      "          instances, offers, regions, models or rules; NAME may be a glob: 'aws/p5*'\n"
      "\n"
      "`gpuplan catalog check --help` and `gpuplan catalog show --help` list their options.\n";
  if (word == "--help" || word == "-h" || word == "--help-all") {
    write(environment.output, output::wrap_lines(help, width_of(environment)));
    return ExitCode::done;
  }
  write(environment.error,
        (word.empty() ? std::string{"gpuplan: catalog wants check or show\n"}
                      : fmt::format("gpuplan: no catalog command \"{}\"\n", word)) +
            help);
  return ExitCode::usage;
}

} // namespace gpuplan::cli::commands
