#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gpuplan::catalog {

/// The kinds of section of a compiled catalog, in file order. Each is one FlatBuffer whose root
/// table has the same name (catalog/schema/catalog.fbs).
enum class SectionKind : std::uint32_t {
  strings,
  edition,
  accelerators,
  mig_profiles,
  shapes,
  instances,
  providers,
  regions,
  offers,
  findings,
  billing_products,
  billing_rules,
  storage_rates,
  storage_performance,
  place_groups,
  currencies,
  compatibility,
  language_models,
  sample_models,
  datasets,
  coefficients,
  settings,
  rules,
};
constexpr std::size_t k_section_count = 23;

std::string_view to_string(SectionKind kind);

/// Where the sections of a compiled catalog lie in its bytes.
///
/// The file is a header, then the sections. All numbers are little-endian:
///   8 bytes   magic `GPUPLAN\n`
///   u32, u32  format (k_frame_format), number of sections
///   per section u64 begin, u64 size (with padding to 16 bytes), u64 checksum (XXH3, 64 bits)
///   u64       checksum of all header bytes before it
/// so every byte of the file stands under one checksum.
struct Frame {
  struct Section {
    std::string_view bytes;
    std::uint64_t checksum = 0;
  };

  std::array<Section, k_section_count> sections;

  /// Whether the bytes of a section are the ones that were written.
  [[nodiscard]] bool intact(SectionKind kind) const;
};

constexpr std::uint32_t k_frame_format = 1;
constexpr std::string_view k_frame_magic = "GPUPLAN\n";

/// Finds the sections without reading them; `fault` says what is wrong where nothing is answered:
/// "it is no compiled catalog", "its header was altered", "it ends early", …
std::optional<Frame> read_frame(std::string_view bytes, std::string& fault);

/// The bytes of a file of these sections, in the order of SectionKind.
std::string write_frame(std::span<const std::string> sections);

} // namespace gpuplan::catalog
