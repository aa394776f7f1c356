#pragma once

#include "catalog/catalog.hpp"
#include "output/records.hpp"

#include <optional>
#include <string>

namespace gpuplan::cli::commands {

/// The rows of a kind that a name means: those it stands in full for or matches as a glob, else
/// those that the other verbs take it for — a chip by part of its name or an alias, with every
/// variant of it; a model by its hub id; a size without its provider; a region without it, or the
/// regions of a country or group. Nothing for an unknown kind.
std::optional<output::Records>
named_records(const catalog::Catalog& catalog, const std::string& kind, const std::string& name);

} // namespace gpuplan::cli::commands
