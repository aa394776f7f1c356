#include "catalog/catalog.hpp"
#include "catalog/lookup/compare.hpp"
#include "catalog/view/view.hpp"
#include "catalog/words.hpp"
#include "core/text.hpp"

namespace gpuplan::catalog {

namespace {

bool has_name(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::any_of(names, [&](auto other) { return same_name(other, name); });
}

/// The group of countries that a word names by id or full name, or null pointer.
const PlaceGroup* find_group(std::span<const PlaceGroup> groups, std::string_view place) {
  const auto found = std::ranges::find_if(groups, [&](const PlaceGroup& group) {
    return same_name(group.id, place) || same_name(group.name, place);
  });
  return found == groups.end() ? nullptr : &*found;
}

/// The texts of one region that a place is compared with.
struct RegionNames {
  std::string_view provider;
  std::string_view name;
  std::string_view country;
  std::string_view country_code;
  std::string_view city;
  std::string_view groups; ///< lines
};

RegionNames names_of(const View& view, std::uint32_t region) {
  const auto& table = view.table<fb::Regions>();
  const auto& providers = view.table<fb::Providers>();
  return {.provider = view.text(providers.name()->Get(table.provider()->Get(region))),
          .name = view.text(table.name()->Get(region)),
          .country = view.text(table.country()->Get(region)),
          .country_code = view.text(table.country_code()->Get(region)),
          .city = view.text(table.city()->Get(region)),
          .groups = view.text(table.groups()->Get(region))};
}

bool matches(const RegionNames& region, std::string_view place, const PlaceGroup* group) {
  if (const auto slash = place.find('/'); slash != std::string_view::npos) {
    return core::glob_match(place.substr(0, slash), region.provider) &&
           core::glob_match(place.substr(slash + 1), region.name);
  }
  if (region.country_code.empty())
    return false;
  if (same_name(region.country_code, place) || same_name(region.country, place) ||
      same_name(region.city, place))
    return true;
  if (group != nullptr && has_name(group->countries, region.country_code))
    return true;
  return has_name(split_lines(region.groups), place);
}

} // namespace

bool Catalog::in_place(RegionId region, std::string_view place) const {
  if (place.empty())
    return false;
  return matches(names_of(view(), region.index), place, find_group(place_groups(), place));
}

bool Catalog::is_place(std::string_view place) const {
  if (place.empty())
    return false;
  const auto* group = find_group(place_groups(), place);
  if (group != nullptr)
    return true;
  const auto has_country = [&](const PlaceGroup& each) { return has_name(each.countries, place); };
  if (std::ranges::any_of(place_groups(), has_country))
    return true;
  for (std::uint32_t i = 0; i < region_count(); ++i) {
    if (matches(names_of(view(), i), place, nullptr))
      return true;
  }
  return false;
}

} // namespace gpuplan::catalog
