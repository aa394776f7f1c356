#include "plan/market/place_matcher.hpp"

namespace gpuplan::plan {

core::Known<bool> CatalogPlaceMatcher::in_place(std::string_view place,
                                                const facts::FactValues& values) const {
  const auto provider_name = values.text(facts::FactId::provider);
  const auto region_name = values.text(facts::FactId::region);
  if (!provider_name || !region_name)
    return core::Unknown{"no offer is looked at yet"};
  const auto provider = catalog_.find_provider(*provider_name);
  if (!provider)
    return core::Unknown{"the provider is not in the catalog"};
  const auto region = catalog_.find_region(*provider, *region_name);
  if (!region)
    return core::Unknown{"the region is not in the catalog"};
  return catalog_.in_place(*region, place);
}

} // namespace gpuplan::plan
