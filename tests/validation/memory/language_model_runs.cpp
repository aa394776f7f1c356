#include "validation/memory/training_runs.hpp"

namespace gpuplan::test {

std::optional<PublishedRun> language_model_run(const TruthRow& row,
                                               const PublishedModels& models,
                                               const sizing::MemoryCoefficients& c) {
  const bool own_count = row.text("model").rfind("mpt-", 0) == 0;
  const double parameters = own_count ? row.number("params_b").value_or(0) * 1e9 : 0;
  const auto model = models.find(row.text("model"), parameters);
  if (!model)
    return std::nullopt;
  return row.text("task") == "infer" ? serving_run(row, *model, c) : training_run(row, *model, c);
}

} // namespace gpuplan::test
