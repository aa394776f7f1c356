#include "output/reports/catalog_report.hpp"

#include "core/text.hpp"
#include "output/reports/catalog_rows.hpp"

#include <array>
#include <utility>

namespace gpuplan::output {
namespace {

using catalog::Catalog;

struct Kind {
  std::string_view name;
  Records (*records)(const Catalog& catalog, std::string_view glob);
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

std::optional<Records>
catalog_records(const Catalog& catalog, std::string_view kind, std::string_view glob) {
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
      return known_kind.records(catalog, glob);
  }
  return std::nullopt;
}

} // namespace gpuplan::output
