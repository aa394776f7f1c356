#include "perf/catalog_lookup.hpp"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

namespace gpuplan::perf {

namespace {

std::optional<double> leading_number(std::string_view text) {
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  return read.ec == std::errc{} ? std::optional<double>(value) : std::nullopt;
}

} // namespace

CoefficientLookup catalog_lookup(const catalog::Catalog& catalog) {
  std::vector<std::pair<std::string, double>> values;
  for (const auto& coefficient : catalog.coefficients())
    values.emplace_back(coefficient.key, coefficient.value);
  const auto coefficients = static_cast<std::ptrdiff_t>(values.size());
  for (const auto& setting : catalog.settings())
    if (const auto number = leading_number(setting.value))
      values.emplace_back(setting.key, *number);
  // Coefficients and settings are each sorted by key.
  std::inplace_merge(values.begin(), values.begin() + coefficients, values.end());
  return [values = std::move(values)](std::string_view key) -> std::optional<double> {
    const auto at = std::lower_bound(
        values.begin(), values.end(), key, [](const auto& entry, std::string_view wanted) {
          return entry.first < wanted;
        });
    if (at == values.end() || at->first != key)
      return std::nullopt;
    return at->second;
  };
}

} // namespace gpuplan::perf
