#include "workload/model/safetensors_index.hpp"

#include "core/text.hpp"
#include "source/checks.hpp"
#include "source/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace gpuplan::workload {
namespace {

/// The layer in `model.layers.17.mlp.up_proj.weight`, plus one; 0 for other names.
std::int64_t layer_count(std::string_view name) {
  static constexpr auto k_stems =
      std::to_array<std::string_view>({".layers.", ".h.", ".blocks.", ".layer.", ".block."});
  for (const auto stem : k_stems) {
    const auto at = name.find(stem);
    if (at == std::string_view::npos)
      continue;
    std::int64_t layer = 0;
    const char* const begin = name.data() + at + stem.size();
    const auto [end, error] = std::from_chars(begin, name.data() + name.size(), layer);
    constexpr std::int64_t k_most_layers = 10'000;
    if (error == std::errc{} && end != begin && layer < k_most_layers)
      return layer + 1;
  }
  return 0;
}

/// Bytes of a weight in a checkpoint that is not quantised.
double width_of(const Architecture& architecture) {
  const auto& dtype = architecture.native_precision;
  return dtype == "float32" || dtype == "torch.float32" ? 4 : 2;
}

} // namespace

std::optional<SafetensorsIndex> read_safetensors_index(const source::Document& index,
                                                       core::DiagnosticSink& sink) {
  const source::Node* metadata = index.root.find("metadata");
  const source::Node* size = metadata != nullptr ? metadata->find("total_size") : nullptr;
  // Some writers put a float or a text there.
  const auto bytes = size != nullptr && size->is_scalar() ? source::parse_number(size->text)
                                                          : std::optional<double>{};
  constexpr double k_most = 1e17;
  if (!bytes || *bytes <= 0 || *bytes > k_most) {
    source::report(*index.text,
                   (size != nullptr ? *size : index.root).at,
                   "WRK022",
                   "met an index without a usable metadata.total_size, expected bytes",
                   "name the model's config.json instead",
                   sink);
    return std::nullopt;
  }
  SafetensorsIndex result{.total_bytes = *bytes};
  if (const source::Node* map = index.root.find("weight_map")) {
    for (const auto& [name, file] : map->entries)
      result.layers = std::max(result.layers, layer_count(name.text));
  }
  return result;
}

void compare_with_index(const SafetensorsIndex& index, Architecture& architecture) {
  if (!architecture.native_format.empty()) {
    architecture.stored_bytes = index.total_bytes;
    return;
  }
  auto& params = architecture.params;
  const double stored = index.total_bytes / width_of(architecture);
  const auto counted = static_cast<double>(params.total);
  constexpr double k_same = 0.005;
  if (!architecture.left_out.empty() && stored > counted) {
    const auto rest = static_cast<std::int64_t>(stored - counted);
    params.total += rest;
    params.other_towers += rest;
    architecture.notes.push_back(
        fmt::format("{} parameters of what has no rule are taken from the index ({})",
                    core::with_thousands(rest),
                    architecture.left_out.front()));
    architecture.left_out.clear();
  } else if (std::abs(stored / counted - 1) > k_same) {
    architecture.notes.push_back(
        fmt::format("the index stores {:.3f} of the counted parameters (buffers, a table stored "
                    "twice, parts left out, or another number format)",
                    stored / counted));
  }
}

} // namespace gpuplan::workload
