#pragma once

#include "catalog/catalog.hpp"
#include "facts/values.hpp"

namespace gpuplan::plan {

/// Answers `in_place("eu")` for the region among the values, by the catalog's places.
class CatalogPlaceMatcher final : public facts::PlaceMatcher {
public:
  explicit CatalogPlaceMatcher(const catalog::Catalog& catalog) : catalog_(catalog) {}

  [[nodiscard]] core::Known<bool> in_place(std::string_view place,
                                           const facts::FactValues& values) const override;

private:
  const catalog::Catalog& catalog_;
};

} // namespace gpuplan::plan
