#include "output/json/compare_json.hpp"

#include "output/json/envelope.hpp"
#include "output/json/plan_csv.hpp"
#include "output/json/plan_json.hpp"
#include "plan/facts/fill.hpp"
#include "plan/facts/fill_recommendation.hpp"
#include "plan/market/place_matcher.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace gpuplan::output {
namespace {

using Json = nlohmann::ordered_json;

/// Fills the facts of one cell after the other into the same values.
class CellFacts {
public:
  CellFacts(const catalog::Catalog& catalog, const Comparison& comparison, core::Date as_of)
      : catalog_(catalog),
        comparison_(comparison),
        as_of_(as_of),
        places_(catalog) {
    values_.set_place_matcher(&places_);
    plan::fill_rates(values_, comparison.exchange, comparison.currency);
  }

  /// The facts of the answer of a cell that has one.
  const facts::FactValues& of(const ComparedCell& cell) {
    plan::fill_recommendation(
        values_, catalog_, cell.workload, as_of_, comparison_.exchange, *cell.entry);
    return values_;
  }

private:
  const catalog::Catalog& catalog_;
  const Comparison& comparison_;
  core::Date as_of_;
  plan::CatalogPlaceMatcher places_;
  facts::FactValues values_;
};

Json older_json(const ComparedCell& cell) {
  if (!cell.older)
    return nullptr;
  const auto& as_of = cell.older->offer.as_of;
  return {{"plan", cell.older->plan},
          {"total", money_json(cell.older->quote.total)},
          {"price_as_of", as_of ? Json(core::to_string(*as_of)) : Json(nullptr)}};
}

} // namespace

std::string
compare_json(const catalog::Catalog& catalog, const Comparison& comparison, core::Date as_of) {
  Json root;
  begin_envelope(root, "compare", catalog, as_of, comparison.currency);
  root["axes"] = comparison.axes;
  CellFacts facts(catalog, comparison, as_of);
  Json results = Json::array();
  for (const auto& cell : comparison.cells) {
    Json row;
    Json axes = Json::object();
    for (std::size_t i = 0; i < comparison.axes.size(); ++i)
      axes[comparison.axes[i]] = cell.values[i];
    row["cell"] = std::move(axes);
    if (cell.entry) {
      row["answer"] = facts_json(facts.of(cell));
      row["marks"] = marks_json(*cell.entry);
      row["no_pick"] = bars_json(cell.entry->bars);
    } else {
      row["answer"] = nullptr;
      row["why_none"] = cell.why_none;
    }
    row["cheaper_at_older_price"] = older_json(cell);
    results.push_back(std::move(row));
  }
  root["results"] = std::move(results);
  root["notes"] = compare_notes(comparison);
  return text_of(root);
}

std::string
compare_csv(const catalog::Catalog& catalog, const Comparison& comparison, core::Date as_of) {
  const auto columns = usual_facts(comparison.currency);
  std::string text;
  for (const auto& axis : comparison.axes)
    text +=
        csv_field(std::ranges::find(columns, axis) == columns.end() ? axis : "compared_" + axis) +
        ',';
  for (const auto& column : columns)
    text += column + ',';
  text += "marks,no_pick,cheaper_at_older_price,why_none\n";
  CellFacts facts(catalog, comparison, as_of);
  for (const auto& cell : comparison.cells) {
    for (const auto& value : cell.values)
      text += csv_field(value) + ',';
    const auto* values = cell.entry ? &facts.of(cell) : nullptr;
    for (const auto& column : columns)
      text += (values == nullptr ? std::string{} : fact_field(*values, column)) + ',';
    for (const auto column : {"marks", "no_pick"})
      text += (cell.entry ? plan_field(*cell.entry, column) : std::string{}) + ',';
    text += csv_field(cell.older ? cell.older->plan : std::string{}) + ',';
    text += csv_field(cell.entry ? std::string{} : cell.why_none) + '\n';
  }
  return text;
}

} // namespace gpuplan::output
