#pragma once

#include "catalog/load.hpp"
#include "catalog/reference.hpp"
#include "support/catch.hpp"

#include <array>
#include <map>

namespace gpuplan::test {

/// All diagnostics as people see them, for messages of failed checks.
inline std::string rendered(const core::DiagnosticSink& sink) {
  std::string text;
  for (const auto& diagnostic : sink.diagnostics())
    text += core::render(diagnostic);
  return text;
}

/// The frozen catalog of tests/support/catalog, compiled once.
inline const catalog::Catalog& tiny_catalog() {
  static const auto tiny = [] {
    core::DiagnosticSink sink;
    source::DiskReader files;
    const std::array paths{std::string{GPUPLAN_TESTS_DIR "/support/catalog"}};
    auto loaded = catalog::load_sources(paths, files, sink);
    INFO(rendered(sink));
    REQUIRE(loaded.has_value());
    return std::move(*loaded);
  }();
  return tiny;
}

/// Source files in memory, each path one file; `paths` of the first part form one layer.
struct Files {
  source::MemoryReader reader;
  core::DiagnosticSink sink;

  explicit Files(const std::map<std::string, std::string>& files) {
    for (const auto& [path, bytes] : files)
      reader.add(path, bytes);
  }

  /// The files below a folder alone.
  std::optional<catalog::Catalog> alone(const std::string& folder) {
    const std::array paths{folder};
    return catalog::load_sources(paths, reader, sink);
  }

  /// Overlays over the frozen catalog.
  std::optional<catalog::Catalog> over_tiny(const std::vector<std::string>& overlays) {
    return catalog::load_over(tiny_catalog(), overlays, reader, sink);
  }
};

/// The one offer a reference selects.
inline catalog::Offer the_offer(const catalog::Catalog& catalog, std::string_view reference) {
  const auto selection = catalog::select_offers(catalog, reference);
  CAPTURE(reference);
  const auto* offers = std::get_if<catalog::OfferSelection>(&selection);
  REQUIRE(offers != nullptr);
  REQUIRE(offers->offers.size() == 1);
  return catalog.offer(offers->offers.front());
}

/// The one size of a provider with a type.
inline catalog::Instance
the_instance(const catalog::Catalog& catalog, std::string_view provider, std::string_view type) {
  const auto seller = catalog.find_provider(provider);
  CAPTURE(provider, type);
  REQUIRE(seller.has_value());
  const auto found = catalog.find_instances(*seller, type);
  REQUIRE(found.size() == 1);
  return catalog.instance(found.front());
}

/// `12.5 USD`, or `?` for a price that is not known.
inline std::string price_text(const core::Known<core::Money>& price) {
  if (!price.known())
    return "?";
  return core::to_decimal(*price) + " " + std::string{price->currency().code()};
}

/// The codes and subjects of a catalog's findings: `CAT024 nimbus/f5.1@east-1#spot`.
inline std::vector<std::string> finding_lines(const catalog::Catalog& catalog) {
  std::vector<std::string> lines;
  for (const auto& diagnostic : catalog::check(catalog))
    lines.push_back(diagnostic.code + " " +
                    diagnostic.headline.substr(0, diagnostic.headline.find(": ")));
  return lines;
}

} // namespace gpuplan::test
