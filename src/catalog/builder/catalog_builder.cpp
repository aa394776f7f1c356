#include "catalog/builder/catalog_builder.hpp"

#include "catalog/builder/emit.hpp"
#include "catalog/builder/merge.hpp"
#include "catalog/builder/resolve.hpp"
#include "catalog/findings/findings.hpp"
#include "catalog/load.hpp"
#include "catalog/loader/files.hpp"

namespace gpuplan::catalog {

CatalogBuilder::CatalogBuilder(source::FileReader& files, core::DiagnosticSink& sink)
    : files_(files),
      sink_(sink) {}

void CatalogBuilder::add(const Catalog& catalog) {
  ++drafts_.layer;
  decode_into(drafts_, catalog);
}

void CatalogBuilder::add_files(const std::string& path, source::Limits yaml_limits) {
  if (is_compiled(path, files_)) {
    if (auto catalog = open_compiled(path, files_, sink_)) {
      compiled_.push_back(std::make_unique<Catalog>(std::move(*catalog)));
      add(*compiled_.back());
    }
    return;
  }
  ++drafts_.layer;
  load_files(path, yaml_limits, files_, drafts_, sink_);
}

std::shared_ptr<const std::string> CatalogBuilder::build() {
  merge_layers(drafts_, sink_);
  resolve(drafts_, sink_);
  if (sink_.failed())
    return nullptr;
  find_memory_faults(drafts_);
  mark_offers_of_marked_sizes(drafts_);
  const auto shapes = make_shapes(drafts_);
  find_missing_prices(drafts_);
  sort_offers(drafts_);
  find_price_faults(drafts_);
  find_chips_without_software(drafts_);
  return std::make_shared<const std::string>(emit_catalog(drafts_, shapes));
}

} // namespace gpuplan::catalog
