#pragma once

#include "source/files.hpp"
#include "workload/architecture.hpp"
#include "workload/model/model_list.hpp"

#include <optional>
#include <span>

namespace gpuplan::workload {

/// A model as stated: a word, or a mapping of a workload file.
struct ModelStatement {
  std::string word; ///< empty where it is a mapping
  const source::Document* document = nullptr;
  const source::Node* mapping = nullptr;
  core::Span at;
};

/// Where models are looked for. Nothing is fetched.
struct ModelSources {
  ModelList models;
  std::span<const catalog::Setting> settings; ///< `model.alias.*`, `recommender.*`
  source::FileReader& files;
  std::string hub_cache;   ///< folder of the local Hugging Face cache; empty: none
  std::string base_folder; ///< relative paths begin there; empty: the working folder
};

/// A word becomes an architecture, in this order: catalog id, hub name or alias; a path to a
/// config.json, its folder, an index or a GGUF file; a size (`8B`); a hub name that is a known
/// derivative of a catalog model (`-Instruct`, `-AWQ`), which is noted and sets the weight format;
/// the local hub cache. A mapping states `dims`, `params` or `flops_per_sample`.
///
/// Nothing where it is not found (code WRK030: the nearest names, and for a hub name the command
/// that fetches its config.json) or faulty (the readers' own codes, with positions).
std::optional<Architecture> resolve_model(const ModelStatement& statement,
                                          const ModelSources& sources,
                                          core::DiagnosticSink& sink);

} // namespace gpuplan::workload
