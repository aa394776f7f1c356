#pragma once

#include "catalog/catalog.hpp"
#include "source/files.hpp"

namespace gpuplan::catalog {

/// The built-in catalog under overlays, lowest first; without overlays nothing is read. Nothing
/// after an error, with every fault of every file in the sink. An overlay is a folder laid out like
/// catalogs/, one YAML or CSV file, or a compiled catalog.
std::optional<Catalog>
load(std::span<const std::string> overlays, source::FileReader& files, core::DiagnosticSink& sink);

/// The same over another catalog than the built-in one (an imported one, a test's).
std::optional<Catalog> load_over(const Catalog& base,
                                 std::span<const std::string> overlays,
                                 source::FileReader& files,
                                 core::DiagnosticSink& sink);

/// A catalog of source files alone.
std::optional<Catalog> load_sources(std::span<const std::string> paths,
                                    source::FileReader& files,
                                    core::DiagnosticSink& sink);

/// Whether a file begins like a compiled catalog.
bool is_compiled(const std::string& path, source::FileReader& files);

/// A compiled catalog from a file, at most k_most_compiled_bytes long. Checked whole: a file that
/// was altered is refused and named.
constexpr std::size_t k_most_compiled_bytes = std::size_t{1} << 30U;
std::optional<Catalog>
open_compiled(const std::string& path, source::FileReader& files, core::DiagnosticSink& sink);

} // namespace gpuplan::catalog
