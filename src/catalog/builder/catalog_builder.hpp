#pragma once

#include "catalog/builder/drafts.hpp"
#include "source/files.hpp"

namespace gpuplan::catalog {

/// Puts catalog rows from any source together and compiles them:
///
///     CatalogBuilder builder{files, sink};
///     builder.add(Catalog::built_in());      // or a folder of source files
///     builder.add_files("prices.csv");       // each call is one layer above the last
///     auto bytes = builder.build();          // nothing where the sink has errors
///
/// Rows of a higher layer replace those of a lower one by key. The same rows give the same bytes,
/// in whatever order files and rows come.
class CatalogBuilder {
public:
  CatalogBuilder(source::FileReader& files, core::DiagnosticSink& sink);

  /// All rows of a compiled catalog as a layer. The catalog has to outlive the builder.
  void add(const Catalog& catalog);

  /// A folder laid out like catalogs/, one YAML or CSV file of a kind told by its keys or columns,
  /// or a compiled catalog.
  void add_files(const std::string& path,
                 source::Limits yaml_limits = source::k_yaml_overlay_limits);

  /// Merges, resolves, looks for findings and compiles; null pointer after an error.
  std::shared_ptr<const std::string> build();

private:
  source::FileReader& files_;
  core::DiagnosticSink& sink_;
  Drafts drafts_;
  std::vector<std::unique_ptr<Catalog>> compiled_;
};

/// Adds the rows of a compiled catalog to drafts, as their present layer.
void decode_into(Drafts& drafts, const Catalog& catalog);

} // namespace gpuplan::catalog
