#pragma once

#include "catalog/catalog.hpp"
#include "output/records.hpp"

#include <string_view>

namespace gpuplan::output::catalog_rows {

// The rows of a catalog whose name matches a glob, a function for each kind.

Records accelerators(const catalog::Catalog& catalog, std::string_view glob);
Records providers(const catalog::Catalog& catalog, std::string_view glob);
Records instances(const catalog::Catalog& catalog, std::string_view glob);
Records offers(const catalog::Catalog& catalog, std::string_view glob);
Records regions(const catalog::Catalog& catalog, std::string_view glob);
Records models(const catalog::Catalog& catalog, std::string_view glob);
Records rules(const catalog::Catalog& catalog, std::string_view glob);

/// `catalogs/models/llama.yaml:12`: where a row stands.
Datum place(std::string_view file, std::uint32_t line);

} // namespace gpuplan::output::catalog_rows
