#include "cli/commands/facts.hpp"

#include "cli/commands/shared/print_records.hpp"
#include "core/text.hpp"
#include "facts/fact.hpp"
#include "source/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace gpuplan::cli::commands {
namespace {

/// A fact, or a name made of one: `mfu`, `cost_total_eur_high`.
output::Records fact_records(const std::vector<facts::FactRef>& asked) {
  using output::Align;
  using output::text_datum;
  output::Records records{{{"name", "fact"},
                           {"unit", "unit"},
                           {"kind", "kind", Align::left, 1},
                           {"stage", "known with", Align::left, 2},
                           {"range", ""},
                           {"definition", "meaning", Align::left, 0, output::Breaks::at_spaces}}};
  for (const auto& ref : asked) {
    const auto& fact = facts::fact(ref.id);
    const auto name = ref.id == facts::FactId::label ? std::string(fact.name) : name_of(ref);
    const bool has_range = fact.has_range && ref.bound == facts::Bound::point;
    records.add({text_datum(name, has_range ? name + " [_low, _high]" : std::string{}),
                 text_datum(unit_of(ref)),
                 text_datum(to_string(fact.kind)),
                 text_datum(to_string(fact.stage)),
                 {.value = has_range, .shown = {}},
                 text_datum(definition_of(ref))});
  }
  return records;
}

std::vector<facts::FactRef> every_fact() {
  std::vector<facts::FactRef> all;
  for (const auto& fact : facts::all_facts())
    all.push_back({.id = fact.id});
  return all;
}

/// Facts by their name or by a glob over the names; every one where none is named. All that name no
/// fact are told.
std::optional<ExitCode> find_asked(const Environment& environment,
                                   const std::vector<std::string>& names,
                                   std::vector<facts::FactRef>& asked) {
  std::string unknown;
  for (const auto& name : names) {
    const auto before = asked.size();
    if (const auto ref = facts::find_fact(name))
      asked.push_back(*ref);
    else
      std::ranges::copy_if(every_fact(), std::back_inserter(asked), [&](const auto& known) {
        return core::glob_match(name, facts::fact(known.id).name);
      });
    if (asked.size() > before)
      continue;
    const auto meant = facts::nearest_fact(name);
    unknown += fmt::format("gpuplan: met {}, no fact\n  help: {}\n",
                           core::shortened(name),
                           meant ? fmt::format("did you mean {}?", *meant)
                                 : "`gpuplan facts` lists them; a glob will do: 'cost_*'");
  }
  if (names.empty())
    asked = every_fact();
  if (unknown.empty())
    return std::nullopt;
  write(environment.error, unknown);
  return ExitCode::usage;
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
  std::vector<std::string> names;
  app.add_option("NAME", names, "facts, or globs over their names: mfu, 'cost_*'")->group("Show");
  app.add_flag("--defaults", defaults, "what is assumed where a job does not say, and why")
      ->group("Show");
  common.add(app, {Format::table, Format::json, Format::csv, Format::markdown});
  if (const auto ended = common.read(app, environment, arguments))
    return *ended;
  if (defaults && !names.empty())
    return usage_error(environment,
                       fmt::format("met --defaults and the fact {}, expected one", names.front()),
                       "defaults are no facts: `gpuplan facts --defaults` lists all");
  std::vector<facts::FactRef> asked;
  if (const auto ended = find_asked(environment, names, asked))
    return *ended;
  core::DiagnosticSink sink;
  const auto catalog = common.load_catalog(sink);
  if (!catalog)
    return report(environment, sink);
  print_records(environment,
                common,
                *catalog,
                defaults ? default_records(*catalog) : fact_records(asked),
                "facts");
  return ExitCode::done;
}

} // namespace gpuplan::cli::commands
