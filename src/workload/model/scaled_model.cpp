#include "workload/model/scaled_model.hpp"

#include "core/real.hpp"
#include "core/text.hpp"
#include "workload/families/counting.hpp"
#include "workload/model/record_architecture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gpuplan::workload {

using core::real;

namespace {

std::int64_t rounded(double value, std::int64_t multiple) {
  const auto steps = static_cast<std::int64_t>(std::llround(value / real(multiple)));
  return std::max<std::int64_t>(1, steps) * multiple;
}

/// The MLP width that brings the count to what is wanted; 0 or less where the rest is larger.
std::int64_t fitted_width(const Shape& shape, const Family& family, double parameters) {
  Shape without = shape;
  without.dims.ffn = 0;
  const double rest = real(family.count(without).total);
  const double each = 3 * real(shape.dims.hidden) * real(shape.dims.layers);
  constexpr std::int64_t k_multiple = 64;
  return static_cast<std::int64_t>(std::llround((parameters - rest) / each / k_multiple)) *
         k_multiple;
}

Shape scaled_shape(const Shape& reference, double ratio) {
  Shape shape = reference;
  auto& dims = shape.dims;
  const double side = std::cbrt(ratio);
  dims.hidden = rounded(real(dims.hidden) * side, dims.head_dim);
  dims.layers = rounded(real(dims.layers) * side, 1);
  dims.heads = dims.hidden / dims.head_dim;
  if (reference.dims.kv_heads == reference.dims.heads || dims.heads % dims.kv_heads != 0)
    dims.kv_heads = dims.heads;
  return shape;
}

} // namespace

std::optional<Architecture> scaled_model(double parameters, const ModelList& models) {
  std::vector<const catalog::LanguageModelRecord*> references;
  for (const auto& record : models.language) {
    if (record.family == "llama" && record.params_total && record.other_params.empty())
      references.push_back(&record);
  }
  const auto distance = [&](const catalog::LanguageModelRecord* record) {
    return std::abs(std::log(parameters / real(*record->params_total)));
  };
  std::ranges::stable_sort(references, {}, distance);
  const Family* family = find_family("llama");
  for (const auto* record : references) {
    const auto reference = shape_of(*record);
    if (!reference)
      continue;
    constexpr double k_same_size = 0.01;
    const bool same = distance(record) < k_same_size;
    Shape shape =
        same ? *reference : scaled_shape(*reference, parameters / real(*record->params_total));
    if (!same)
      shape.dims.ffn = fitted_width(shape, *family, parameters);
    if (shape.dims.ffn < shape.dims.hidden)
      continue; // its tables alone are too large for this size
    complete(shape);
    Architecture architecture{.name = fmt::format("{:.4g}B", parameters / 1e9),
                              .family = "llama",
                              .dims = shape.dims,
                              .params = family->count(shape),
                              .dims_scaled = true};
    architecture.notes.push_back(
        fmt::format("only a size is known: dimensions {} {}, {} layers of {}",
                    same ? "of" : "scaled from",
                    record->id,
                    shape.dims.layers,
                    shape.dims.hidden));
    return architecture;
  }
  return std::nullopt;
}

} // namespace gpuplan::workload
