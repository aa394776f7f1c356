#include "catalog/catalog_state.hpp"
#include "catalog/load.hpp"
#include "core/ensure.hpp"

// Laid down by blob.S, which names them, from the files the build made of catalogs/.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" {
extern const char gpuplan_catalog_begin[];
extern const char gpuplan_catalog_end[];
extern const char gpuplan_catalog_sha256_begin[];
extern const char gpuplan_catalog_sha256_end[];
}

// NOLINTEND(readability-identifier-naming)

namespace gpuplan::catalog {

namespace {

std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

} // namespace

Catalog Catalog::built_in() {
  auto state = std::make_unique<State>();
  state->bytes = between(gpuplan_catalog_begin, gpuplan_catalog_end);
  state->sha256 = between(gpuplan_catalog_sha256_begin, gpuplan_catalog_sha256_end);
  std::string fault;
  state->view = View::open(state->bytes, Trust::program, fault);
  if (state->view == nullptr)
    core::broken_invariant("the built-in catalog is intact", __FILE__, __LINE__);
  state->offers = OfferColumns{*state->view};
  return Catalog{std::move(state)};
}

std::optional<Catalog>
load(std::span<const std::string> overlays, source::FileReader& files, core::DiagnosticSink& sink) {
  auto catalog = Catalog::built_in();
  if (overlays.empty())
    return catalog;
  return load_over(catalog, overlays, files, sink);
}

} // namespace gpuplan::catalog
