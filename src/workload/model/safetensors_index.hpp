#pragma once

#include "source/node.hpp"
#include "workload/architecture.hpp"

#include <optional>

namespace gpuplan::workload {

/// What a *.safetensors.index.json (or pytorch_model.bin.index.json) says of the stored weights.
struct SafetensorsIndex {
  double total_bytes = 0;  ///< of the stored tensors: buffers, scales and a doubled head included
  std::int64_t layers = 0; ///< by the names of its tensors; 0 where they do not tell
};

/// Reads the index; an error where it has no positive metadata.total_size.
std::optional<SafetensorsIndex> read_safetensors_index(const source::Document& index,
                                                       core::DiagnosticSink& sink);

/// Sets what was counted against what is stored. Parts that were left out by name take the
/// difference; a quantised checkpoint's size is used as it stands; any other difference above
/// 0.5 % becomes a note.
void compare_with_index(const SafetensorsIndex& index, Architecture& architecture);

} // namespace gpuplan::workload
