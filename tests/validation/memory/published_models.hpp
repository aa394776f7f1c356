#pragma once

#include "validation/memory/truth_table.hpp"
#include "workload/architecture.hpp"

#include <optional>
#include <string>

namespace gpuplan::test {

/// Shapes of the language models in the tables: the catalog of published dimensions, and a short
/// list of those it lacks.
class PublishedModels {
public:
  explicit PublishedModels(const std::vector<TruthRow>& language_models);

  /// The architecture of `name`; `parameters` replaces the count where it is given.
  [[nodiscard]] std::optional<workload::Architecture> find(const std::string& name,
                                                           double parameters = 0) const;

private:
  std::map<std::string, workload::Architecture> models_;
};

/// LoRA parameters of rank `rank`: of every matrix of every layer, or of query and value alone.
double lora_parameters(const workload::TransformerDims& dims, double rank, bool all_linear);

/// GiB a process can allocate on a card of the tables: readings of the driver where there are some,
/// else 0.985 of the nominal size; nothing for an unknown card.
std::optional<double> usable_gib(const std::string& accelerator);

} // namespace gpuplan::test
