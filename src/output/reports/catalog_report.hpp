#pragma once

#include "catalog/catalog.hpp"
#include "output/records.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gpuplan::output {

/// Kinds of rows a catalog can show, in the order they are listed.
std::span<const std::string_view> catalog_kinds();

/// The kind that a word means: in the singular, in any case, and by another usual word (chips,
/// GPUs, machines, sizes, prices); nothing where it means none.
std::optional<std::string_view> catalog_kind(std::string_view word);

/// The rows of a kind whose name matches one of the globs; `kind` is one of `catalog_kinds`.
Records catalog_records(const catalog::Catalog& catalog,
                        std::string_view kind,
                        std::span<const std::string> globs);

} // namespace gpuplan::output
