#include "core/counted.hpp"
#include "output/human.hpp"
#include "output/reports/mark_notes.hpp"
#include "output/reports/recommend_report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::output {
namespace {

using plan::Mark;
using plan::Recommendation;
using plan::RecommendationSet;

/// `aws/p5.48xlarge#spot x2`: the plan without its region, which has a column of its own.
std::string short_plan(const Recommendation& entry) {
  std::string text = entry.plan;
  const auto at = text.find('@');
  if (at == std::string::npos)
    return text;
  const auto end = std::min(text.find_first_of("# ", at), text.size());
  return text.erase(at, end - at);
}

std::string region_text(const RecommendationSet& set, const Recommendation& entry) {
  const auto region = set.catalog->region(entry.offer.region);
  if (!region.stated)
    return "not stated";
  std::string text(region.name);
  if (entry.same_price_regions > 0)
    text += fmt::format(" +{}", entry.same_price_regions);
  return text;
}

std::string device_text(const RecommendationSet& set, const Recommendation& entry) {
  const auto shape = set.catalog->shape(entry.offer.shape);
  if (!shape.accelerator) {
    const auto vcpus = set.catalog->instance(entry.offer.instance).vcpus;
    return vcpus ? human_count(*vcpus * entry.setup.nodes) + " vCPU" : std::string{"CPU"};
  }
  const auto chip = set.catalog->accelerator(*shape.accelerator);
  const auto name = chip.name;
  if (!shape.devices.is_whole()) {
    const auto share =
        fmt::format("{}/{} {}", shape.devices.numerator, shape.devices.denominator, name);
    return entry.setup.nodes == 1 ? share : fmt::format("{} x {}", entry.setup.nodes, share);
  }
  const auto devices = std::int64_t{shape.devices.numerator} * entry.setup.nodes;
  const std::int64_t replicas = entry.setup.serving ? entry.setup.layout.replicas : 1;
  const bool split = replicas > 1 && devices > replicas && devices % replicas == 0;
  return split ? fmt::format("{} x {} {}", replicas, devices / replicas, name)
               : fmt::format("{} {}", core::with_thousands(devices), name);
}

Cell memory_cell(const RecommendationSet& set, const Recommendation& entry) {
  const auto shape = set.catalog->shape(entry.offer.shape);
  const auto needed = human_gib(entry.setup.memory.device);
  if (!shape.accelerator)
    return {needed};
  const auto chip = set.catalog->accelerator(*shape.accelerator);
  const double share = shape.devices.is_whole() ? 1 : shape.devices.value();
  const auto whole =
      chip.memory ? human_number(core::to_gib(*chip.memory) * share) : std::string{"?"};
  return {fmt::format("{}/{}", needed, whole),
          entry.has(Mark::memory_tight) ? Style::warn : Style::plain};
}

std::string range_text(const cost::Quote& quote) {
  return fmt::format("{}-{}", human_money(quote.total_low), human_money(quote.total_high));
}

Cell cost_cell(const RecommendationSet& set, const Recommendation& entry) {
  const auto& budget = set.workload.constraints.budget;
  Style style = Style::plain;
  if (budget && budget->currency() == entry.quote.total.currency()) {
    if (entry.quote.total_high > *budget)
      style = Style::warn;
    if (entry.quote.total > *budget)
      style = Style::bad;
  }
  return {human_money(entry.quote.total), style};
}

// What goes first in a narrow terminal: the region (the commands under `Next` name it), then how
// full the memory is, then the range. Notes stay: they qualify the rest.
std::vector<Column> job_columns(const RecommendationSet& set, Detail detail) {
  std::vector<Column> columns{{"#", Align::right},
                              {"plan"},
                              {"region", Align::left, 1},
                              {"gpus", Align::left, 4},
                              {"mem/GPU", Align::right, 2},
                              {"time", Align::right},
                              {"cost", Align::right},
                              {"range", Align::left, 3},
                              {"notes", Align::left, 5}};
  if (detail == Detail::wide) {
    columns.insert(columns.end(),
                   {{fmt::format("{}/h", set.currency.code()), Align::right},
                    {"MFU", Align::right},
                    {"bottleneck"},
                    {"layout"},
                    {"price of"},
                    {"country"}});
  }
  return columns;
}

/// Generated tokens have two latencies, an encoder's text or an image has one.
bool has_token_latencies(const RecommendationSet& set) {
  return set.workload.demand.serving.output_tokens > 0;
}

std::vector<Column> serving_columns(const RecommendationSet& set, Detail detail) {
  std::vector<Column> columns{{"#", Align::right},
                              {"plan"},
                              {"region", Align::left, 1},
                              {"gpus", Align::left, 5},
                              {"mem/GPU", Align::right, 2},
                              {"req/s", Align::right, 4}};
  if (has_token_latencies(set)) {
    columns.push_back({"TTFT ms", Align::right, 7});
    columns.push_back({"TPOT ms", Align::right, 8});
  } else {
    columns.push_back({"latency ms", Align::right, 7});
  }
  columns.insert(columns.end(),
                 {{"a month", Align::right}, {"range", Align::left, 3}, {"notes", Align::left, 6}});
  if (detail == Detail::wide) {
    columns.push_back({fmt::format("{}/h", set.currency.code()), Align::right});
    if (has_token_latencies(set))
      columns.push_back({"latency ms", Align::right});
    columns.insert(columns.end(), {{"limited by"}, {"layout"}, {"price of"}, {"country"}});
  }
  return columns;
}

/// The price as it stands on the card: with its currency where that is not the answer's.
std::string hourly_text(const RecommendationSet& set, const Recommendation& entry) {
  if (!entry.offer.hourly)
    return "?";
  auto text = core::group_thousands(core::to_decimal(*entry.offer.hourly));
  if (entry.offer.currency != set.currency)
    text += fmt::format(" {}", entry.offer.currency.code());
  return text;
}

std::string price_date(const Recommendation& entry) {
  if (!entry.offer.as_of)
    return "undated";
  const bool bound = entry.offer.as_of_kind == catalog::DateKind::bound;
  return (bound ? "since " : "") + core::month_and_year(*entry.offer.as_of);
}

std::vector<Cell> row_of(const RecommendationSet& set, const Recommendation& entry, Detail detail) {
  const auto& setup = entry.setup;
  const bool serve = set.workload.demand.kind == workload::JobKind::serve;
  const auto region = set.catalog->region(entry.offer.region);
  std::vector<Cell> row{{core::with_thousands(entry.rank)},
                        {short_plan(entry)},
                        {region_text(set, entry), region.stated ? Style::plain : Style::dim},
                        {device_text(set, entry)},
                        memory_cell(set, entry)};
  if (serve) {
    row.push_back({human_number(setup.units_per_s)});
    if (has_token_latencies(set)) {
      row.push_back({human_number(setup.replica.ttft_ms)});
      row.push_back({human_number(setup.replica.tpot_ms)});
    } else {
      row.push_back({human_number(setup.replica.latency_ms)});
    }
  } else {
    row.push_back({human_duration(entry.quote.wall)});
  }
  row.push_back(cost_cell(set, entry));
  row.push_back({range_text(entry.quote), Style::dim});
  row.push_back({note_letters(entry), Style::warn});
  if (detail == Detail::wide) {
    row.push_back({hourly_text(set, entry)});
    if (serve) {
      if (has_token_latencies(set))
        row.push_back({human_number(setup.replica.latency_ms)});
      row.push_back({std::string(setup.replica.limited_by)});
    } else {
      row.push_back({setup.serving ? "-" : human_percent(setup.training.mfu)});
      row.push_back({std::string(setup.serving ? setup.replica.limited_by
                                               : to_string(setup.training.bottleneck))});
    }
    row.push_back({workload::describe(setup.layout, set.workload.demand.kind)});
    row.push_back({price_date(entry)});
    row.push_back({std::string(region.country_code.value_or("?"))});
  }
  return row;
}

} // namespace

std::vector<std::size_t> rows_of(const RecommendationSet& set, Rows rows) {
  std::vector<std::size_t> indices = set.lines;
  if (rows == Rows::old)
    indices.insert(indices.end(), set.old_lines.begin(), set.old_lines.end());
  if (rows == Rows::every) {
    indices.clear();
    for (std::size_t i = 0; i < set.recommendations.size(); ++i) {
      if (set.recommendations[i].rank > 0)
        indices.push_back(i);
    }
    std::sort(indices.begin(), indices.end(), [&](std::size_t a, std::size_t b) {
      return set.recommendations[a].rank < set.recommendations[b].rank;
    });
  }
  return indices;
}

Table plan_table(const RecommendationSet& set, Rows rows, Detail detail) {
  const bool serve = set.workload.demand.kind == workload::JobKind::serve;
  Table table(serve ? serving_columns(set, detail) : job_columns(set, detail));
  for (const auto index : rows_of(set, rows))
    table.add(row_of(set, set.recommendations[index], detail));
  return table;
}

} // namespace gpuplan::output
