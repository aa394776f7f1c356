#include "catalog/load.hpp"

#include "catalog/builder/catalog_builder.hpp"
#include "catalog/view/frame.hpp"

namespace gpuplan::catalog {

namespace {

std::optional<Catalog> build(CatalogBuilder& builder, core::DiagnosticSink& sink) {
  auto bytes = builder.build();
  if (bytes == nullptr)
    return std::nullopt;
  return Catalog::from_bytes(std::move(bytes), "the catalog under its overlays", sink);
}

} // namespace

std::optional<Catalog> load_over(const Catalog& base,
                                 std::span<const std::string> overlays,
                                 source::FileReader& files,
                                 core::DiagnosticSink& sink) {
  CatalogBuilder builder{files, sink};
  builder.add(base);
  for (const auto& path : overlays)
    builder.add_files(path);
  return build(builder, sink);
}

std::optional<Catalog> load_sources(std::span<const std::string> paths,
                                    source::FileReader& files,
                                    core::DiagnosticSink& sink) {
  CatalogBuilder builder{files, sink};
  for (const auto& path : paths)
    builder.add_files(path);
  return build(builder, sink);
}

bool is_compiled(const std::string& path, source::FileReader& files) {
  if (!files.is_file(path))
    return false;
  core::DiagnosticSink unheard;
  const auto head = files.read_head(path, k_frame_magic.size(), unheard);
  return head != nullptr && head->bytes() == k_frame_magic;
}

std::optional<Catalog>
open_compiled(const std::string& path, source::FileReader& files, core::DiagnosticSink& sink) {
  const auto text = files.read(path, k_most_compiled_bytes, sink);
  if (text == nullptr)
    return std::nullopt;
  return Catalog::from_bytes(std::make_shared<const std::string>(text->bytes()), path, sink);
}

} // namespace gpuplan::catalog
