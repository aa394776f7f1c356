#include "cli/commands/facts.hpp"

#include "cli/commands/shared/common_options.hpp"
#include "facts/fact.hpp"
#include "output/json/envelope.hpp"
#include "output/table.hpp"

#include <nlohmann/json.hpp>

namespace gpuplan::cli::commands {
namespace {

output::Table fact_table() {
  output::Table table{{{"fact"},
                       {"unit"},
                       {"kind", output::Align::left, 1},
                       {"known with", output::Align::left, 2},
                       {"meaning"}}};
  for (const auto& fact : facts::all_facts()) {
    std::string name(fact.name);
    if (fact.has_range)
      name += " [_low, _high]";
    table.add({{name},
               {std::string(fact.unit)},
               {std::string(to_string(fact.kind))},
               {std::string(to_string(fact.stage))},
               {std::string(fact.definition)}});
  }
  return table;
}

output::Table default_table(const catalog::Catalog& catalog) {
  output::Table table{{{"default"}, {"value"}, {"why"}}};
  for (const auto& setting : catalog.settings()) {
    table.add(
        {{std::string(setting.key)}, {std::string(setting.value)}, {std::string(setting.why)}});
  }
  return table;
}

nlohmann::ordered_json fact_json(const facts::Fact& fact) {
  return {{"name", fact.name},
          {"unit", fact.unit},
          {"kind", to_string(fact.kind)},
          {"stage", to_string(fact.stage)},
          {"range", fact.has_range},
          {"definition", fact.definition}};
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
  if (const auto ended = parse(app, environment, arguments))
    return *ended;
  if (const auto ended = common.check(environment))
    return *ended;
  core::DiagnosticSink sink;
  const auto catalog = common.load_catalog(sink);
  if (!catalog)
    return report(environment, sink);
  const auto table = defaults ? default_table(*catalog) : fact_table();
  switch (common.format()) {
  case Format::csv: common.print(environment, table.csv()); break;
  case Format::markdown: common.print(environment, table.markdown()); break;
  case Format::json: {
    nlohmann::ordered_json root;
    output::begin_envelope(root, "facts", *catalog, common.as_of(), {});
    auto list = nlohmann::ordered_json::array();
    if (defaults) {
      for (const auto& setting : catalog->settings()) {
        list.push_back({{"key", setting.key}, {"value", setting.value}, {"why", setting.why}});
      }
    } else {
      for (const auto& fact : facts::all_facts())
        list.push_back(fact_json(fact));
    }
    root["results"] = std::move(list);
    common.print(environment, output::text_of(root));
    break;
  }
  default: {
    const auto style = common.style(environment);
    common.print(environment, table.text(0, style.colour));
    break;
  }
  }
  return ExitCode::done;
}

} // namespace gpuplan::cli::commands
