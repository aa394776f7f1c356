#include "cli/commands/compare.hpp"

#include "cli/commands/shared/planning.hpp"
#include "core/text.hpp"
#include "output/json/compare_json.hpp"
#include "output/reports/compare_report.hpp"
#include "output/reports/recommend_report.hpp"
#include "workload/keys/keys.hpp"
#include "workload/read/value_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gpuplan::cli::commands {
namespace {

using output::ComparedCell;

constexpr std::size_t k_most_cells = 256;

/// One key that is given a list of values: an axis of the grid.
struct Axis {
  std::string key;
  std::string flag;
  std::vector<std::string> values;
};

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  std::size_t at = 0;
  while (at <= text.size()) {
    const auto end = std::min(text.find(',', at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

/// A list of names is an axis too (`--gpu h100,a100`): said once for each, it is one value.
bool may_be_axis(const std::string& key) {
  const auto* known = workload::find_key(key);
  return known != nullptr && known->kind != workload::ValueKind::table && known->path != "where" &&
         known->path != "objective";
}

/// Plans named as words, or by `--on A,B` and `--on A --on B`; one plan under `--on` is no axis.
std::vector<std::string> plans_of(const workload::Overrides& overrides,
                                  const std::vector<std::string>& words) {
  std::vector<std::string> plans;
  for (const auto& override : overrides) {
    if (override.key != "on")
      continue;
    for (auto& plan : split(override.value))
      plans.push_back(std::move(plan));
  }
  return words.empty() && plans.size() < 2 ? std::vector<std::string>{} : plans;
}

/// What is said of a key over all its mentions, if one of them is a list.
std::vector<std::string> values_of(const workload::Overrides& overrides, const std::string& key) {
  std::vector<std::string> values;
  bool is_list = false;
  for (const auto& override : overrides) {
    if (override.key != key)
      continue;
    is_list = is_list || override.value.find(',') != std::string::npos;
    for (auto& value : split(override.value))
      values.push_back(std::move(value));
  }
  return is_list ? values : std::vector<std::string>{};
}

std::vector<Axis> axes_of(const workload::Overrides& overrides,
                          const std::vector<std::string>& plans) {
  std::vector<Axis> axes;
  if (!plans.empty())
    axes.push_back({"on", "plan", plans});
  for (const auto& override : overrides) {
    const bool known =
        std::ranges::any_of(axes, [&](const Axis& axis) { return axis.key == override.key; });
    if (override.key == "on" || known || !may_be_axis(override.key))
      continue;
    auto values = values_of(overrides, override.key);
    if (values.empty())
      continue;
    const auto* key = workload::find_key(override.key);
    axes.push_back({override.key,
                    std::string(key->flag.substr(key->flag.find_first_not_of('-'))),
                    std::move(values)});
  }
  return axes;
}

std::size_t cells_of(const std::vector<Axis>& axes) {
  std::size_t cells = 1;
  for (const auto& axis : axes)
    cells *= axis.values.size();
  return cells;
}

/// The n-th combination of the axes' values, the last axis fastest.
std::vector<std::string> combination(const std::vector<Axis>& axes, std::size_t n) {
  std::vector<std::string> values(axes.size());
  for (std::size_t i = axes.size(); i-- > 0;) {
    values[i] = axes[i].values[n % axes[i].values.size()];
    n /= axes[i].values.size();
  }
  return values;
}

/// The answer of one cell: the first of the ranking, so that cells compare like with like.
const plan::Recommendation* answer_of(const plan::RecommendationSet& set) {
  if (!set.lines.empty())
    return &set.recommendations[set.lines.front()];
  return set.old_lines.empty() ? nullptr : &set.recommendations[set.old_lines.front()];
}

/// Whether two texts are one value of a key: `2k` and `2048` are not, `2k` and `2000` are.
bool is_one_value(const Axis& axis, const std::string& a, const std::string& b) {
  const auto one = core::trim(a);
  const auto other = core::trim(b);
  if (core::lower(one) == core::lower(other))
    return true;
  const auto* key = workload::find_key(axis.key);
  // Of names it is for the catalog to tell which are one.
  if (key == nullptr || key->kind == workload::ValueKind::text)
    return false;
  const auto read = [&](std::string_view text) {
    return workload::read_value(*key, text, workload::BareUnit::allowed);
  };
  const auto left = read(one);
  const auto right = read(other);
  const auto* said = std::get_if<workload::Statement>(&left);
  const auto* again = std::get_if<workload::Statement>(&right);
  return said != nullptr && again != nullptr && said->sought == again->sought &&
         said->value.index() != 0 && said->value == again->value;
}

/// The first value that an axis says twice: it would fill two rows with one answer.
std::optional<std::string> said_twice(std::span<const Axis> axes) {
  for (const auto& axis : axes) {
    for (std::size_t i = 1; i < axis.values.size(); ++i) {
      for (std::size_t before = 0; before < i; ++before) {
        const auto& first = axis.values[before];
        const auto& second = axis.values[i];
        if (!is_one_value(axis, first, second))
          continue;
        return core::lower(core::trim(first)) == core::lower(core::trim(second))
                   ? fmt::format("{} {} twice", axis.flag, second)
                   : fmt::format(
                         "{0} {1} and {0} {2}, one value said twice,", axis.flag, first, second);
      }
    }
  }
  return std::nullopt;
}

/// What is stated, with a cell's own values in place of the lists.
workload::Overrides overrides_of_cell(workload::Overrides stated,
                                      std::span<const Axis> axes,
                                      std::span<const std::string> values) {
  for (std::size_t i = 0; i < axes.size(); ++i) {
    std::erase_if(stated,
                  [&](const workload::Override& override) { return override.key == axes[i].key; });
    stated.push_back({axes[i].key, values[i], axes[i].flag});
  }
  return stated;
}

void print_comparison(const Environment& environment,
                      const CommonOptions& common,
                      const catalog::Catalog& catalog,
                      const output::Comparison& comparison) {
  const auto style = common.style(environment);
  const auto table = output::compare_table(catalog, comparison);
  const auto notes = output::compare_notes(comparison);
  switch (common.format()) {
  case Format::json:
    common.print(environment, output::compare_json(catalog, comparison, common.as_of()));
    break;
  case Format::csv:
    tell_notes(environment, notes);
    common.print(environment, output::compare_csv(catalog, comparison, common.as_of()));
    break;
  case Format::markdown: {
    auto said = output::compare_letters(comparison);
    said.insert(said.end(), notes.begin(), notes.end());
    common.print(environment, table.markdown() + output::markdown_list(said));
    break;
  }
  default: {
    auto text =
        output::compare_title(catalog, comparison, style) + table.text(style.width, style.colour);
    if (const auto letters = output::compare_letters(comparison); !letters.empty())
      text += output::paragraph(fmt::format("  {}", fmt::join(letters, "   ")), style, 2);
    for (const auto& note : notes)
      text += output::paragraph("  " + note, style, 4);
    common.print(environment, text);
  }
  }
}

/// The cheapest plan that nothing but the day of its price speaks against, where it would be
/// cheaper than the answer.
std::optional<plan::Recommendation> cheaper_at_older_price(const plan::RecommendationSet& set,
                                                           const plan::Recommendation& answer) {
  const plan::Recommendation* cheapest = &answer;
  for (const auto line : set.old_lines) {
    const auto& entry = set.recommendations[line];
    const bool of_its_day_alone = entry.bars.size() == 1;
    if (entry.quote.total < cheapest->quote.total && of_its_day_alone)
      cheapest = &entry;
  }
  return cheapest == &answer ? std::nullopt : std::optional{*cheapest};
}

ComparedCell cell_of(const plan::RecommendationSet& set, std::vector<std::string> values) {
  ComparedCell cell{.values = std::move(values), .workload = set.workload};
  cell.notes = output::notes_of(set);
  if (const auto* entry = answer_of(set)) {
    cell.entry = *entry;
    cell.older = cheaper_at_older_price(set, *entry);
  } else if (!set.excluded.empty()) {
    // Ways out (which count no offers) and what was not asked for explain no row.
    const auto excluding = std::ranges::find_if(set.excluded, [](const auto& exclusion) {
      return exclusion.count > 0 && !exclusion.reason.starts_with("asked.");
    });
    cell.why_none = (excluding == set.excluded.end() ? set.excluded.front() : *excluding).summary;
  }
  return cell;
}

} // namespace

ExitCode compare(const Environment& environment, std::span<const std::string> arguments) {
  CLI::App app{
      "Plans side by side, or a grid: a list for any key (--seq 2048,4096 --method lora,full).",
      "compare"};
  CommonOptions common;
  JobOptions job;
  job.add(app, Words::plans);
  common.add(app, {Format::table, Format::json, Format::csv, Format::markdown});
  if (const auto ended = common.read(app, environment, arguments))
    return *ended;
  const auto stated = job.overrides();
  const auto plans = plans_of(stated, job.plans());
  if (std::find(plans.begin(), plans.end(), "") != plans.end())
    return usage_error(environment,
                       "met an empty plan in a list of plans",
                       "plans are listed with commas: --on aws/p5.48xlarge,h100:8");
  const auto axes = axes_of(stated, plans);
  if (axes.empty()) {
    return usage_error(environment,
                       "compare wants something to compare",
                       "two plans (words, or --on A,B), or a list for any key: --method lora,full");
  }
  if (const auto twice = said_twice(axes))
    return usage_error(environment,
                       fmt::format("met {} in a list to compare", *twice),
                       "each value of a list is a row of its own: name it once");
  const auto cells = cells_of(axes);
  if (cells > k_most_cells) {
    return usage_error(
        environment,
        fmt::format("met a grid of {} cells, at most {} are compared", cells, k_most_cells));
  }
  Planning planning(environment, common, job);
  if (const auto ended = planning.load())
    return *ended;
  output::Comparison comparison;
  for (const auto& axis : axes)
    comparison.axes.push_back(axis.flag);
  core::DiagnosticSink sink;
  for (std::size_t n = 0; n < cells; ++n) {
    const auto values = combination(axes, n);
    const auto workload = planning.workload_of(overrides_of_cell(stated, axes, values), sink);
    if (!workload)
      return report(environment, sink);
    const auto set = planning.recommend(*workload, plan::Keep::lines, 8, sink);
    if (!set)
      return report(environment, sink);
    comparison.currency = set->currency;
    comparison.exchange = set->exchange;
    comparison.cells.push_back(cell_of(*set, values));
  }
  print_comparison(environment, common, planning.catalog(), comparison);
  const bool any = std::any_of(comparison.cells.begin(),
                               comparison.cells.end(),
                               [](const ComparedCell& cell) { return cell.entry.has_value(); });
  return any ? ExitCode::done : ExitCode::no;
}

} // namespace gpuplan::cli::commands
