#pragma once

#include "workload/families/shape.hpp"

#include <optional>
#include <span>
#include <string_view>

namespace gpuplan::workload {

/// Whether input and output table are one where a config does not say.
enum class TableDefault : std::uint8_t { untied, tied };

/// A family of networks: the rules by which its parameters are counted. `apply` sets what all of
/// its members share, on top of the dimensions; it runs before a config adds its own particulars.
struct Family {
  std::string_view name; ///< `qwen3_moe`, as in the catalog's `family`
  NetworkClass network = NetworkClass::decoder;
  TableDefault tables = TableDefault::untied;
  void (*apply)(Shape& shape) = nullptr;
  ParameterCounts (*count)(const Shape& shape) = nullptr;
};

/// The families by source file; `families` joins them into the one list there is.
std::span<const Family> llama_families();
std::span<const Family> gpt_families();
std::span<const Family> parallel_block_families();
std::span<const Family> qwen_families();
std::span<const Family> gemma_families();
std::span<const Family> glm_families();
std::span<const Family> mixture_families();
std::span<const Family> deepseek_families();
std::span<const Family> nemotron_families();
std::span<const Family> hybrid_families();
std::span<const Family> encoder_families();
std::span<const Family> t5_families();
std::span<const Family> bart_families();
std::span<const Family> whisper_families();

std::vector<Family> families();

/// By name; null for an unknown one.
const Family* find_family(std::string_view name);

/// Fills what follows from shape and family: the attention kind, the layers that keep a growing
/// cache, norms, the state of recurrent layers.
void complete(Shape& shape);

} // namespace gpuplan::workload
