#include "output/reports/catalog_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace gpuplan::output::catalog_rows {

using catalog::Catalog;

Records models(const Catalog& catalog, Globs globs) {
  Records records{{{"id", "id"},
                   {"family_or_task", "family or task", Align::left, 2},
                   {"params_total", "parameters", Align::right},
                   {"params_active", ""},
                   {"hf_name", "hub name", Align::left, 1},
                   {"line", ""}}};
  for (const auto& model : catalog.language_models()) {
    if (!is_named(globs, model.id))
      continue;
    records.add({text_datum(model.id),
                 text_datum(model.family),
                 known_datum(model.params_total),
                 known_datum(model.params_active),
                 text_datum(model.hf_name),
                 place(model.source_file, model.source_line)});
  }
  for (const auto& model : catalog.sample_models()) {
    if (!is_named(globs, model.id))
      continue;
    const auto params = known_datum(
        model.params.transform([](double count) { return static_cast<std::int64_t>(count); }));
    records.add({text_datum(model.id),
                 text_datum(model.task),
                 params,
                 params,
                 text_datum(""),
                 place(model.source_file, model.source_line)});
  }
  return records;
}

Records rules(const Catalog& catalog, Globs globs) {
  Records records{{{"rule", "rule"},
                   {"level", "level"},
                   {"applies", "applies", Align::left, 1, Breaks::at_spaces},
                   {"check", "check", Align::left, 0, Breaks::at_spaces},
                   {"line", "line", Align::left, 2}}};
  for (const auto& rule : catalog.rules()) {
    if (!is_named(globs, rule.id))
      continue;
    records.add({text_datum(rule.id),
                 text_datum(rule.level),
                 text_datum(rule.applies, rule.applies.empty() ? "always" : std::string{}),
                 text_datum(rule.check),
                 place(rule.file, rule.line)});
  }
  return records;
}

} // namespace gpuplan::output::catalog_rows
