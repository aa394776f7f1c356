#pragma once

#include "catalog/catalog.hpp"
#include "output/records.hpp"

#include <optional>
#include <span>
#include <string_view>

namespace gpuplan::output {

/// Kinds of rows a catalog can show, in the order they are listed.
std::span<const std::string_view> catalog_kinds();

/// The rows of a kind whose name matches a glob; nothing for an unknown kind. A kind may be named
/// in the singular, in any case, and by another usual word (chips, GPUs, machines, sizes, prices).
std::optional<Records>
catalog_records(const catalog::Catalog& catalog, std::string_view kind, std::string_view glob);

} // namespace gpuplan::output
