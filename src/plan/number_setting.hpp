#pragma once

#include "catalog/catalog.hpp"

#include <string_view>

namespace gpuplan::plan {

/// A number of the catalog's defaults; one that is missing is a broken invariant.
double number_setting(const catalog::Catalog& catalog, std::string_view key);

} // namespace gpuplan::plan
