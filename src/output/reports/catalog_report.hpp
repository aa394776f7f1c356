#pragma once

#include "catalog/catalog.hpp"
#include "output/table.hpp"

#include <optional>
#include <span>
#include <string_view>

namespace gpuplan::output {

/// Kinds of rows a catalog can show, in the order they are listed.
std::span<const std::string_view> catalog_kinds();

/// The rows of a kind whose name matches a glob; nothing for an unknown kind.
std::optional<Table>
catalog_table(const catalog::Catalog& catalog, std::string_view kind, std::string_view glob);

} // namespace gpuplan::output
