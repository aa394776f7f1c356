#include "output/json/compare_json.hpp"

#include "output/json/envelope.hpp"
#include "plan/facts/fill.hpp"
#include "plan/facts/fill_recommendation.hpp"
#include "plan/place_matcher.hpp"

#include <nlohmann/json.hpp>

namespace gpuplan::output {
namespace {

using Json = nlohmann::ordered_json;

} // namespace

std::string
compare_json(const catalog::Catalog& catalog, const Comparison& comparison, core::Date as_of) {
  Json root;
  begin_envelope(root, "compare", catalog, as_of, comparison.currency);
  root["axes"] = comparison.axes;
  const plan::CatalogPlaceMatcher places(catalog);
  facts::FactValues values;
  values.set_place_matcher(&places);
  plan::fill_rates(values, comparison.exchange, comparison.currency);
  Json results = Json::array();
  for (const auto& cell : comparison.cells) {
    Json row;
    Json axes = Json::object();
    for (std::size_t i = 0; i < comparison.axes.size(); ++i)
      axes[comparison.axes[i]] = cell.values[i];
    row["cell"] = std::move(axes);
    if (cell.entry) {
      plan::fill_recommendation(
          values, catalog, cell.workload, as_of, comparison.exchange, *cell.entry);
      row["answer"] = facts_json(values);
    } else {
      row["answer"] = nullptr;
      row["why_none"] = cell.why_none;
    }
    results.push_back(std::move(row));
  }
  root["results"] = std::move(results);
  return text_of(root);
}

} // namespace gpuplan::output
