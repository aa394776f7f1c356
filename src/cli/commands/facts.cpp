#include "cli/commands/facts.hpp"

#include "cli/commands/shared/print_records.hpp"
#include "facts/fact.hpp"
#include "source/fields.hpp"

namespace gpuplan::cli::commands {
namespace {

output::Records fact_records() {
  using output::Align;
  using output::text_datum;
  output::Records records{{{"name", "fact"},
                           {"unit", "unit"},
                           {"kind", "kind", Align::left, 1},
                           {"stage", "known with", Align::left, 2},
                           {"range", ""},
                           {"definition", "meaning", Align::left, 0, output::Breaks::at_spaces}}};
  for (const auto& fact : facts::all_facts()) {
    const std::string name(fact.name);
    records.add({text_datum(name, fact.has_range ? name + " [_low, _high]" : std::string{}),
                 text_datum(fact.unit),
                 text_datum(to_string(fact.kind)),
                 text_datum(to_string(fact.stage)),
                 {.value = fact.has_range, .shown = {}},
                 text_datum(fact.definition)});
  }
  return records;
}

/// A default that is a number, a word, or a list of words.
output::Datum default_datum(std::string_view value) {
  const auto number = source::parse_number(value);
  return number ? output::number_datum(*number, std::string(value)) : output::text_datum(value);
}

output::Records default_records(const catalog::Catalog& catalog) {
  using output::Align;
  output::Records records{{{"key", "default"},
                           {"value", "value", Align::left, 0, output::Breaks::at_spaces},
                           {"why", "why", Align::left, 0, output::Breaks::at_spaces}}};
  for (const auto& setting : catalog.settings())
    records.add({output::text_datum(setting.key),
                 default_datum(setting.value),
                 output::text_datum(setting.why)});
  return records;
}

} // namespace

ExitCode facts(const Environment& environment, std::span<const std::string> arguments) {
  CLI::App app{"The vocabulary: one name for every quantity, in rules, filters, columns and JSON.",
               "facts"};
  CommonOptions common;
  bool defaults = false;
  app.add_flag("--defaults", defaults, "what is assumed where a job does not say, and why")
      ->group("Show");
  common.add(app, {Format::table, Format::json, Format::csv, Format::markdown});
  if (const auto ended = common.read(app, environment, arguments))
    return *ended;
  core::DiagnosticSink sink;
  const auto catalog = common.load_catalog(sink);
  if (!catalog)
    return report(environment, sink);
  print_records(environment,
                common,
                *catalog,
                defaults ? default_records(*catalog) : fact_records(),
                "facts");
  return ExitCode::done;
}

} // namespace gpuplan::cli::commands
