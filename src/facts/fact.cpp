#include "facts/fact.hpp"

#include "core/ensure.hpp"
#include "core/text.hpp"
#include "facts/currency_codes.hpp"
#include "facts/fact_table.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace gpuplan::facts {
namespace {

constexpr std::string_view k_usd_suffix = "_usd";
constexpr std::string_view k_low_suffix = "_low";
constexpr std::string_view k_high_suffix = "_high";
constexpr std::string_view k_label_prefix = "label.";

/// Ids in the order of their names, for look-up.
constexpr auto k_by_name = [] {
  std::array<FactId, k_fact_count> ids{};
  for (std::size_t i = 0; i < k_fact_count; ++i)
    ids[i] = static_cast<FactId>(i);
  std::sort(ids.begin(), ids.end(), [](FactId a, FactId b) {
    return k_fact_table[static_cast<std::size_t>(a)].name <
           k_fact_table[static_cast<std::size_t>(b)].name;
  });
  return ids;
}();

const Fact* find_exact(std::string_view name) {
  const auto* found = std::lower_bound(
      k_by_name.begin(), k_by_name.end(), name, [](FactId id, std::string_view wanted) {
        return fact(id).name < wanted;
      });
  if (found == k_by_name.end() || fact(*found).name != name)
    return nullptr;
  return &fact(*found);
}

/// A fact by its name in dollars or in another currency.
std::optional<FactRef> find_point(std::string_view name) {
  if (const Fact* exact = find_exact(name))
    return FactRef{.id = exact->id};
  const std::size_t suffix = k_usd_suffix.size();
  if (name.size() <= suffix || name[name.size() - suffix] != '_')
    return std::nullopt;
  const auto currency = currency_of_suffix(name.substr(name.size() - suffix + 1));
  if (!currency)
    return std::nullopt;
  const std::string in_usd = std::string(name.substr(0, name.size() - suffix)).append(k_usd_suffix);
  const Fact* money = find_exact(in_usd);
  if (money == nullptr || !money->is_money())
    return std::nullopt;
  return FactRef{.id = money->id, .currency = *currency};
}

std::optional<FactRef> find_bound(std::string_view name, std::string_view suffix, Bound bound) {
  if (!name.ends_with(suffix))
    return std::nullopt;
  auto ref = find_point(name.substr(0, name.size() - suffix.size()));
  if (!ref || !fact(ref->id).has_range)
    return std::nullopt;
  ref->bound = bound;
  return ref;
}

std::vector<std::string> every_name() {
  std::vector<std::string> names;
  names.reserve(3 * k_fact_table.size());
  for (const Fact& row : k_fact_table)
    names.emplace_back(row.name);
  for (const Fact& row : k_fact_table) {
    if (row.has_range) {
      names.push_back(std::string(row.name).append(k_low_suffix));
      names.push_back(std::string(row.name).append(k_high_suffix));
    }
  }
  return names;
}

} // namespace

std::string_view to_string(Stage stage) {
  constexpr std::array<std::string_view, k_stage_count> k_names{
      "shape", "job", "layout", "estimate", "offer", "quote"};
  return k_names[static_cast<std::size_t>(stage)];
}

std::string_view to_string(FactKind kind) {
  switch (kind) {
  case FactKind::number: return "number";
  case FactKind::text: return "text";
  case FactKind::boolean: return "yes or no";
  }
  return "number";
}

const Fact& fact(FactId id) {
  const auto index = static_cast<std::size_t>(id);
  GPUPLAN_ENSURE(index < k_fact_count);
  return k_fact_table[index];
}

std::span<const Fact> all_facts() {
  return k_fact_table;
}

std::optional<FactRef> find_fact(std::string_view name) {
  if (name.starts_with(k_label_prefix) && name.size() > k_label_prefix.size())
    return FactRef{.id = FactId::label, .label = std::string(name.substr(k_label_prefix.size()))};
  if (name == fact(FactId::label).name)
    return std::nullopt; // only with the name of a label
  if (auto point = find_point(name))
    return point;
  if (auto low = find_bound(name, k_low_suffix, Bound::low))
    return low;
  return find_bound(name, k_high_suffix, Bound::high);
}

std::string name_of(const FactRef& ref) {
  const Fact& row = fact(ref.id);
  std::string name(row.name);
  if (!ref.label.empty())
    name.append(".").append(ref.label);
  if (row.is_money()) {
    name.resize(name.size() - k_usd_suffix.size());
    name.append("_").append(core::lower(ref.currency.code()));
  }
  if (ref.bound != Bound::point)
    name.append(ref.bound == Bound::low ? k_low_suffix : k_high_suffix);
  return name;
}

std::string unit_of(const FactRef& ref) {
  const Fact& row = fact(ref.id);
  std::string unit(row.unit);
  if (row.is_money())
    unit.replace(0, 3, ref.currency.code());
  return unit;
}

std::string definition_of(const FactRef& ref) {
  std::string text(fact(ref.id).definition);
  if (ref.bound == Bound::low)
    text += "; 10th percentile";
  if (ref.bound == Bound::high)
    text += "; 90th percentile";
  return text;
}

std::optional<std::string_view> nearest_fact(std::string_view name) {
  static const std::vector<std::string> k_names = every_name();
  static const std::vector<std::string_view> k_views(k_names.begin(), k_names.end());
  return core::nearest(name, k_views);
}

} // namespace gpuplan::facts
