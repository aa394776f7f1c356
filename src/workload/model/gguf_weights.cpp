#include "workload/model/gguf_weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace gpuplan::workload {
namespace {

/// How ggml stores a block of weights.
struct StorageType {
  std::uint32_t number;
  std::string_view name;
  std::int64_t elements; ///< in a block
  std::int64_t bytes;    ///< of a block
};

// Block layouts of ggml-org/ggml:src/ggml-common.h and the numbers of ggml.h.
constexpr auto k_types = std::to_array<StorageType>({
    {0, "f32", 1, 4},         {1, "f16", 1, 2},         {2, "q4_0", 32, 18},
    {3, "q4_1", 32, 20},      {6, "q5_0", 32, 22},      {7, "q5_1", 32, 24},
    {8, "q8_0", 32, 34},      {9, "q8_1", 32, 36},      {10, "q2_k", 256, 84},
    {11, "q3_k", 256, 110},   {12, "q4_k", 256, 144},   {13, "q5_k", 256, 176},
    {14, "q6_k", 256, 210},   {15, "q8_k", 256, 292},   {16, "iq2_xxs", 256, 66},
    {17, "iq2_xs", 256, 74},  {18, "iq3_xxs", 256, 98}, {19, "iq1_s", 256, 50},
    {20, "iq4_nl", 32, 18},   {21, "iq3_s", 256, 110},  {22, "iq2_s", 256, 82},
    {23, "iq4_xs", 256, 136}, {24, "i8", 1, 1},         {25, "i16", 1, 2},
    {26, "i32", 1, 4},        {27, "i64", 1, 8},        {28, "f64", 1, 8},
    {29, "iq1_m", 256, 56},   {30, "bf16", 1, 2},       {34, "tq1_0", 256, 54},
    {35, "tq2_0", 256, 66},   {39, "mxfp4", 32, 17},
});

const StorageType* storage_type(std::uint32_t number) {
  const auto found = std::ranges::find(k_types, number, &StorageType::number);
  return found == k_types.end() ? nullptr : &*found;
}

/// The layer of `blk.17.ffn_down.weight`; nothing for other tensors.
std::optional<std::size_t> layer_of(std::string_view name, std::int64_t layers) {
  if (!name.starts_with("blk."))
    return std::nullopt;
  std::size_t layer = 0;
  constexpr std::size_t k_prefix = 4;
  constexpr std::size_t k_most_digits = 6;
  std::size_t digits = 0;
  for (std::size_t i = k_prefix; i < name.size() && name[i] >= '0' && name[i] <= '9'; ++i) {
    if (++digits > k_most_digits)
      return std::nullopt;
    layer = layer * 10 + static_cast<std::size_t>(name[i] - '0');
  }
  return digits > 0 && static_cast<std::int64_t>(layer) < layers ? std::optional{layer}
                                                                 : std::nullopt;
}

/// The nearest format that speeds are known for: by the file's type, else by bits a weight.
std::string_view planned_format(std::int64_t file_type, double bits) {
  switch (file_type) {
  case 0: return "fp32";
  case 1: return "fp16";
  case 7: return "q8_0";
  case 14:
  case 15: return "q4_k_m";
  case 32: return "bf16";
  case 38: return "mxfp4";
  default: break;
  }
  constexpr double k_single = 24;
  constexpr double k_half = 12;
  constexpr double k_byte = 7;
  if (bits > k_single)
    return "fp32";
  if (bits > k_half)
    return "fp16";
  return bits > k_byte ? "q8_0" : "q4_k_m";
}

} // namespace

GgufWeights sum_tensors(const GgufHeader& header, const TransformerDims& dims) {
  GgufWeights weights;
  std::vector<std::int64_t> layers(static_cast<std::size_t>(dims.layers), 0);
  for (const auto& tensor : header.tensors) {
    const StorageType* type = storage_type(tensor.type);
    if (type == nullptr) {
      weights.fault = fmt::format(
          "met storage type {} of tensor {}, which is not known", tensor.type, tensor.name);
      return weights;
    }
    if (tensor.name.starts_with("rope_") || tensor.name.find(".rope_") != std::string::npos)
      continue; // a buffer, no weight
    constexpr std::int64_t k_most_parameters = std::int64_t{1} << 53U;
    if (tensor.elements > k_most_parameters - weights.params.total) {
      weights.fault = "met tensors of more than 2^53 parameters in all";
      return weights;
    }
    const double blocks =
        static_cast<double>(tensor.elements) / static_cast<double>(type->elements);
    weights.bytes += blocks * static_cast<double>(type->bytes);
    weights.params.total += tensor.elements;
    if (tensor.name == "token_embd.weight")
      weights.params.embedding = tensor.elements;
    if (tensor.name == "output.weight")
      weights.params.head = tensor.elements;
    if (tensor.name.find("_exps.") != std::string::npos)
      weights.params.experts += tensor.elements;
    if (const auto layer = layer_of(tensor.name, dims.layers))
      layers[*layer] += tensor.elements;
  }
  weights.params.layer = layers.empty() ? 0 : std::ranges::max(layers);
  weights.params.active = weights.params.total;
  if (dims.experts.experts > 0)
    weights.params.active -= weights.params.experts / dims.experts.experts *
                             (dims.experts.experts - dims.experts.active);
  if (weights.params.total > 0)
    weights.bits = weights.bytes * 8 / static_cast<double>(weights.params.total);
  return weights;
}

void set_stored_format(const GgufHeader& header,
                       const GgufWeights& weights,
                       Architecture& architecture) {
  constexpr std::int64_t k_unknown = -1;
  const auto file_type = header.whole("general.file_type").value_or(k_unknown);
  architecture.native_format = planned_format(file_type, weights.bits);
  architecture.stored_bytes = weights.bytes;
  static constexpr auto k_known = std::to_array<std::int64_t>({0, 1, 7, 15, 32, 38});
  if (std::ranges::find(k_known, file_type) == k_known.end())
    architecture.notes.push_back(fmt::format("{:.2f} bits a weight; its own size is used, with the "
                                             "speed of {}",
                                             weights.bits,
                                             architecture.native_format));
}

} // namespace gpuplan::workload
