#include "output/reports/catalog_report.hpp"

#include "core/ensure.hpp"
#include "core/text.hpp"
#include "output/reports/catalog_rows.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace gpuplan::output {
namespace {

using catalog::Catalog;

struct Kind {
  std::string_view name;
  Records (*records)(const Catalog& catalog, std::span<const std::string> globs);
};

constexpr std::array k_kinds{Kind{"accelerators", catalog_rows::accelerators},
                             Kind{"providers", catalog_rows::providers},
                             Kind{"instances", catalog_rows::instances},
                             Kind{"offers", catalog_rows::offers},
                             Kind{"regions", catalog_rows::regions},
                             Kind{"models", catalog_rows::models},
                             Kind{"rules", catalog_rows::rules}};

constexpr auto k_kind_names = [] {
  std::array<std::string_view, k_kinds.size()> names{};
  for (std::size_t i = 0; i < k_kinds.size(); ++i)
    names[i] = k_kinds[i].name;
  return names;
}();

} // namespace

std::span<const std::string_view> catalog_kinds() {
  return k_kind_names;
}

std::optional<std::string_view> catalog_kind(std::string_view kind) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 9> k_other_names{
      {{"chip", "accelerator"},
       {"gpu", "accelerator"},
       {"card", "accelerator"},
       {"machine", "instance"},
       {"size", "instance"},
       {"type", "instance"},
       {"price", "offer"},
       {"place", "region"},
       {"cloud", "provider"}}};
  auto word = core::lower(kind);
  if (word.ends_with('s'))
    word.pop_back();
  for (const auto& [other, ours] : k_other_names) {
    if (word == other)
      word = ours;
  }
  for (const auto& known_kind : k_kinds) {
    if (known_kind.name == word + "s")
      return known_kind.name;
  }
  return std::nullopt;
}

Records
catalog_records(const Catalog& catalog, std::string_view kind, std::span<const std::string> globs) {
  const auto known = std::ranges::find(k_kinds, kind, &Kind::name);
  GPUPLAN_ENSURE(known != k_kinds.end());
  return known->records(catalog, globs);
}

namespace catalog_rows {

bool is_named(Globs globs, std::string_view name) {
  return std::ranges::any_of(globs, [&](const auto& glob) { return core::glob_match(glob, name); });
}

} // namespace catalog_rows

} // namespace gpuplan::output
