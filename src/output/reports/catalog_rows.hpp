#pragma once

#include "catalog/catalog.hpp"
#include "output/records.hpp"

#include <span>
#include <string>
#include <string_view>

namespace gpuplan::output::catalog_rows {

using Globs = std::span<const std::string>;

/// Whether a name matches one of the globs.
bool is_named(Globs globs, std::string_view name);

// The rows of a catalog whose name matches one of the globs, a function for each kind.

Records accelerators(const catalog::Catalog& catalog, Globs globs);
Records providers(const catalog::Catalog& catalog, Globs globs);
Records instances(const catalog::Catalog& catalog, Globs globs);
Records offers(const catalog::Catalog& catalog, Globs globs);
Records regions(const catalog::Catalog& catalog, Globs globs);
Records models(const catalog::Catalog& catalog, Globs globs);
Records rules(const catalog::Catalog& catalog, Globs globs);

/// `catalogs/models/llama.yaml:12`: where a row stands.
Datum place(std::string_view file, std::uint32_t line);

} // namespace gpuplan::output::catalog_rows
