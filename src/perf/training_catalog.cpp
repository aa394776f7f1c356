#include "core/ensure.hpp"
#include "perf/catalog_lookup.hpp"
#include "perf/training_coefficients.hpp"

namespace gpuplan::perf {

namespace {

TrainingModel bound(const catalog::Catalog& catalog) {
  core::DiagnosticSink sink;
  auto model = TrainingModel::bind(catalog_lookup(catalog), sink);
  GPUPLAN_ENSURE(model.has_value());
  return std::move(*model);
}

} // namespace

TrainingModel::TrainingModel(const catalog::Catalog& catalog) : TrainingModel(bound(catalog)) {}

} // namespace gpuplan::perf
