#include "output/reports/compare_report.hpp"

#include "output/human.hpp"
#include "output/reports/mark_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace gpuplan::output {
namespace {

using plan::Recommendation;

const ComparedCell* least(const Comparison& comparison,
                          bool (*before)(const Recommendation&, const Recommendation&)) {
  const ComparedCell* best = nullptr;
  for (const auto& cell : comparison.cells) {
    if (!cell.entry)
      continue;
    if (best == nullptr || before(*cell.entry, *best->entry))
      best = &cell;
  }
  return best;
}

bool cheaper(const Recommendation& a, const Recommendation& b) {
  const auto& left = a.quote.total;
  const auto& right = b.quote.total;
  return left.currency() == right.currency() && left < right;
}

bool faster(const Recommendation& a, const Recommendation& b) {
  return a.quote.wall < b.quote.wall;
}

std::vector<Cell> answered(const catalog::Catalog& catalog, const ComparedCell& cell) {
  const auto& entry = *cell.entry;
  const bool serve = cell.workload.demand.kind == workload::JobKind::serve;
  const auto shape = catalog.shape(entry.offer.shape);
  const auto chip = shape.accelerator ? std::string(catalog.accelerator(*shape.accelerator).name)
                                      : std::string{"CPU"};
  return {{entry.plan},
          {fmt::format("{} {}", human_count(shape.devices.value() * entry.setup.nodes), chip)},
          {human_gib(entry.setup.memory.device)},
          {serve ? human_number(entry.setup.units_per_s) + "/s" : human_duration(entry.quote.wall)},
          {human_money(entry.quote.total)},
          {fmt::format(
               "{}-{}", human_money(entry.quote.total_low), human_money(entry.quote.total_high)),
           Style::dim},
          {note_letters(entry), Style::warn}};
}

/// Without a plan: what was asked for, and why nothing answers it.
std::vector<Cell> unanswered(const Comparison& comparison, const ComparedCell& cell) {
  const bool plans = comparison.axes.front() == "plan";
  return {{plans ? cell.values.front() : std::string{"-"}},
          {"-"},
          {"-"},
          {"-"},
          {"-"},
          {"-"},
          {""},
          {"none: " + cell.why_none, Style::warn}};
}

/// What a row is of: its plan, or `method lora, seq 2048`.
std::string row_name(const Comparison& comparison, const ComparedCell& cell) {
  std::string name;
  for (std::size_t i = 0; i < comparison.axes.size(); ++i) {
    const auto& axis = comparison.axes[i];
    name += (name.empty() ? "" : ", ") + (axis == "plan" ? "" : axis + " ") + cell.values[i];
  }
  return name;
}

/// What is measured of the rows: how long the job takes, or how much is served.
std::string_view measure_of(const Comparison& comparison) {
  const auto serves = [](const ComparedCell& cell) {
    return cell.workload.demand.kind == workload::JobKind::serve;
  };
  if (std::ranges::none_of(comparison.cells, serves))
    return "time";
  return std::ranges::all_of(comparison.cells, serves) ? "rate" : "time or rate";
}

/// Software that the job does not name may be another one in each row, with its own speed: which
/// row runs on which; empty where all run on one.
std::string stacks_that_differ(const Comparison& comparison) {
  struct Rows {
    std::string_view stack;
    std::string names;
  };

  std::vector<Rows> all;
  for (const auto& cell : comparison.cells) {
    if (!cell.entry || cell.workload.demand.stack_given)
      continue;
    const auto stack = to_string(cell.entry->setup.stack);
    const auto same = std::ranges::find(all, stack, &Rows::stack);
    if (same == all.end())
      all.push_back({.stack = stack, .names = row_name(comparison, cell)});
    else
      same->names += " and " + row_name(comparison, cell);
  }
  if (all.size() < 2)
    return {};
  std::string text = "rows differ in their software, which has its own speed:";
  for (const auto& rows : all)
    text += fmt::format("{} {} for {}", &rows == all.data() ? "" : ",", rows.stack, rows.names);
  return text + " (--stack names one)";
}

} // namespace

std::string compare_title(const catalog::Catalog& catalog,
                          const Comparison& comparison,
                          const ReportStyle& style) {
  const auto answer = std::find_if(comparison.cells.begin(),
                                   comparison.cells.end(),
                                   [](const ComparedCell& cell) { return cell.entry.has_value(); });
  const auto currency =
      answer == comparison.cells.end()
          ? std::string{}
          : fmt::format("prices in {}, ", answer->entry->quote.total.currency().code());
  const bool plans =
      std::find(comparison.axes.begin(), comparison.axes.end(), "plan") != comparison.axes.end();
  return paragraph(
      fmt::format("{}; {}catalog of {}",
                  plans ? "the cheapest way to run each plan" : "the first plan of each ranking",
                  currency,
                  catalog.edition().version),
      style,
      2);
}

std::vector<std::string> compare_notes(const Comparison& comparison) {
  std::vector<std::string> notes;
  const auto note = [&](std::string text) {
    if (std::find(notes.begin(), notes.end(), text) == notes.end())
      notes.push_back(std::move(text));
  };
  for (const auto& cell : comparison.cells) {
    if (cell.entry && !cell.entry->bars.empty())
      note(fmt::format("{}: {}", cell.entry->plan, cell.entry->bars.front().why));
    if (cell.older)
      note(fmt::format("{}: {} would cost {}, but {}",
                       row_name(comparison, cell),
                       cell.older->plan,
                       human_money(cell.older->quote.total),
                       cell.older->bars.front().why));
    for (const auto& said : cell.notes)
      note(said);
  }
  if (const auto stacks = stacks_that_differ(comparison); !stacks.empty())
    note(stacks);
  return notes;
}

std::vector<std::string> compare_letters(const Comparison& comparison) {
  std::vector<const Recommendation*> entries;
  for (const auto& cell : comparison.cells) {
    if (cell.entry)
      entries.push_back(&*cell.entry);
  }
  return letter_meanings(entries);
}

Table compare_table(const catalog::Catalog& catalog, const Comparison& comparison) {
  std::vector<Column> columns;
  for (const auto& axis : comparison.axes) {
    if (axis != "plan")
      columns.push_back({axis});
  }
  columns.insert(columns.end(),
                 {{"plan"},
                  {"gpus", Align::left, 1},
                  {"GiB/GPU", Align::right, 3},
                  {std::string(measure_of(comparison)), Align::right},
                  {"cost", Align::right},
                  {"range", Align::left, 2},
                  {"notes", Align::left, 4},
                  {"", Align::left, 0, Breaks::at_spaces}});
  Table table(columns);
  const auto* cheapest = least(comparison, cheaper);
  const auto* fastest = least(comparison, faster);
  for (const auto& cell : comparison.cells) {
    std::vector<Cell> row;
    for (std::size_t i = 0; i < comparison.axes.size(); ++i) {
      if (comparison.axes[i] != "plan")
        row.push_back({cell.values[i]});
    }
    auto parts = cell.entry ? answered(catalog, cell) : unanswered(comparison, cell);
    if (cell.entry) {
      std::string mark = &cell == cheapest ? "cheapest" : "";
      if (&cell == fastest)
        mark += mark.empty() ? "fastest" : ", fastest";
      parts.push_back({mark, Style::good});
    }
    std::move(parts.begin(), parts.end(), std::back_inserter(row));
    table.add(std::move(row));
  }
  return table;
}

} // namespace gpuplan::output
