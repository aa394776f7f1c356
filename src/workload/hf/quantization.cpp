#include "workload/hf/quantization.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <array>

namespace gpuplan::workload {
namespace {

using source::Node;

std::string text(const Node& mapping, std::string_view key) {
  const Node* value = mapping.find(key);
  return value != nullptr && value->is_scalar() ? core::lower(value->text) : std::string{};
}

NativeFormat unknown(std::string_view what) {
  return {.note = fmt::format("quantisation {} is not known; the weights are planned as 16 bits",
                              what.empty() ? "without a method" : what)};
}

/// Algorithms of TensorRT Model Optimizer, and words of other tools, by what they contain.
NativeFormat by_word(std::string_view word) {
  struct Meaning {
    std::string_view part;
    std::string_view format;
  };

  static constexpr auto k_meanings = std::to_array<Meaning>({
      {"nvfp4", "nvfp4"},
      {"mxfp4", "mxfp4"},
      {"awq", "awq_int4"},
      {"gptq", "gptq_int4"},
      {"w4a16", "gptq_int4"},
      {"fp8", "fp8"},
      {"int8", "int8"},
      {"w8a8", "int8"},
  });
  for (const auto& meaning : k_meanings) {
    if (word.find(meaning.part) != std::string_view::npos)
      return {.format = std::string(meaning.format), .note = {}};
  }
  return unknown(word);
}

/// 4- and 8-bit GPTQ or AWQ.
NativeFormat by_bits(const Node& config, std::string_view four_bits, std::string_view method) {
  const std::string bits = text(config, "bits");
  if (bits == "8")
    return {.format = "int8", .note = {}};
  if (bits.empty() || bits == "4")
    return {.format = std::string(four_bits), .note = {}};
  return unknown(fmt::format("{} with {} bits", method, bits));
}

/// compressed-tensors: number and kind of bits of the first group's weights.
NativeFormat compressed(const Node& config) {
  const std::string format = text(config, "format");
  if (format.find("fp4") != std::string::npos)
    return by_word(format);
  const Node* groups = config.find("config_groups");
  if (groups == nullptr || !groups->is_mapping() || groups->entries.empty())
    return unknown("compressed-tensors without groups");
  const Node* weights = groups->entries.front().second.find("weights");
  if (weights == nullptr || !weights->is_mapping())
    return unknown("compressed-tensors without weights");
  const std::string bits = text(*weights, "num_bits");
  const bool is_float = text(*weights, "type") == "float";
  if (bits == "8")
    return {.format = is_float ? "fp8" : "int8", .note = {}};
  if (bits == "4")
    return {.format = is_float ? "nvfp4" : "gptq_int4", .note = {}};
  return unknown(fmt::format("compressed-tensors with {} bits", bits));
}

} // namespace

NativeFormat native_format(const Node* config) {
  if (config == nullptr || !config->is_mapping())
    return {};
  const std::string method = text(*config, "quant_method");
  if (method == "awq")
    return by_bits(*config, "awq_int4", method);
  if (method == "gptq")
    return by_bits(*config, "gptq_int4", method);
  if (method == "compressed-tensors")
    return compressed(*config);
  if (text(*config, "load_in_4bit") == "true" || text(*config, "_load_in_4bit") == "true")
    return {.format = "nf4", .note = {}};
  if (text(*config, "load_in_8bit") == "true" || text(*config, "_load_in_8bit") == "true")
    return {.format = "int8", .note = {}};
  const std::string algorithm = text(*config, "quant_algo");
  return by_word(algorithm.empty() ? method : algorithm);
}

NativeFormat native_format_of_optimizer(const Node& root) {
  const Node* quantization = root.find("quantization");
  if (quantization == nullptr || !quantization->is_mapping())
    return {};
  const std::string algorithm = text(*quantization, "quant_algo");
  return algorithm.empty() ? NativeFormat{} : by_word(algorithm);
}

} // namespace gpuplan::workload
