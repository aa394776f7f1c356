#pragma once

#include "catalog/catalog.hpp"
#include "catalog/model_record.hpp"

#include <span>

namespace gpuplan::workload {

/// The models that names are looked up in: those of a catalog, or a test's own few.
struct ModelList {
  std::span<const catalog::LanguageModelRecord> language;
  std::span<const catalog::SampleModelRecord> sample;
};

/// The models of a catalog.
inline ModelList models_of(const catalog::Catalog& catalog) {
  return {.language = catalog.language_models(), .sample = catalog.sample_models()};
}

} // namespace gpuplan::workload
