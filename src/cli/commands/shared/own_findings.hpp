#pragma once

#include "catalog/catalog.hpp"
#include "core/diagnostic.hpp"

#include <span>
#include <string>
#include <vector>

namespace gpuplan::cli::commands {

/// Whether a file of the catalog was read from one of the overlays: is it, or lies in its folder.
bool is_of(std::span<const std::string> overlays, std::string_view file);

/// The files that compiled overlays were made of, as those name them: their findings are own ones.
std::vector<std::string> files_of_compiled(std::span<const std::string> overlays);

/// One warning that counts the doubtful rows of the overlays, so that a price that is none does not
/// leave an answer in silence. `catalog check` tells them one by one.
void warn_of_own_findings(const catalog::Catalog& catalog,
                          std::span<const std::string> overlays,
                          core::DiagnosticSink& sink);

} // namespace gpuplan::cli::commands
