#include "core/ensure.hpp"
#include "sizing/memory_model.hpp"

namespace gpuplan::sizing {

namespace {

MemoryCoefficients of_catalog(const catalog::Catalog& catalog) {
  core::DiagnosticSink sink;
  const auto lookup = [&](std::string_view key) -> std::optional<double> {
    const auto found = catalog.coefficient(key);
    return found ? std::optional{found->value} : std::nullopt;
  };
  const auto bound = bind_coefficients(lookup, sink);
  GPUPLAN_ENSURE(bound.has_value());
  return *bound;
}

} // namespace

MemoryModel::MemoryModel(const catalog::Catalog& catalog) : coefficients_(of_catalog(catalog)) {}

} // namespace gpuplan::sizing
