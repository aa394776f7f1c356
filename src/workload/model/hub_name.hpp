#pragma once

#include "workload/model/model_list.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::workload {

/// A hub or file name without what marks tuning and packing: `TheBloke/Llama-2-7B-Chat-AWQ` is
/// `llama-2-7b`, stored as awq_int4.
struct HubName {
  std::string base;                  ///< lower case, without the organisation
  std::string format;                ///< word of WeightFormat that a suffix implies, or empty
  std::vector<std::string> stripped; ///< what was taken off, as written
};

/// Takes known suffixes off: -Instruct, -Chat, -it, -base, -hf, -AWQ, -GPTQ, -FP8, -GGUF,
/// -bnb-4bit and their like, and dates of four digits.
HubName strip_hub_name(std::string_view name);

/// The model a name means exactly: its id, hub name or alias without regard to case, to separators
/// and to the organisation; null where none does.
const catalog::LanguageModelRecord* find_language_model(const ModelList& models,
                                                        std::string_view name);
const catalog::SampleModelRecord* find_sample_model(const ModelList& models, std::string_view name);

/// Up to three names near a wrong one, best first.
std::vector<std::string> near_model_names(const ModelList& models, std::string_view name);

/// Whether a word has the form `organisation/name`.
bool is_hub_id(std::string_view word);

} // namespace gpuplan::workload
