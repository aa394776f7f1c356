#include "core/ensure.hpp"
#include "perf/inference/coefficients.hpp"
#include "perf/serving.hpp"

#include <charconv>

namespace gpuplan::perf {

namespace {

/// Numbers of the calibration and of the defaults the rules of thumb use.
inference::Values catalog_values(const catalog::Catalog& catalog) {
  inference::Values values;
  for (const catalog::Coefficient& coefficient : catalog.coefficients())
    if (coefficient.key.starts_with("inference.") || coefficient.key.starts_with("training.link."))
      values.emplace(coefficient.key, coefficient.value);
  for (const std::string_view key : {"recommender.flops_share",
                                     "recommender.bandwidth_share",
                                     "recommender.overhead_ms",
                                     "cpu.gflops_per_vcpu.x86_64",
                                     "cpu.gflops_per_vcpu.arm64"}) {
    const std::optional<catalog::Setting> setting = catalog.setting(key);
    double number = 0;
    if (setting && std::from_chars(
                       setting->value.data(), setting->value.data() + setting->value.size(), number)
                           .ec == std::errc{})
      values.emplace(key, number);
  }
  return values;
}

ServingModel bind_or_die(const catalog::Catalog& catalog) {
  core::DiagnosticSink sink;
  std::optional<ServingModel> model = ServingModel::bind(catalog_values(catalog), sink);
  GPUPLAN_ENSURE(model.has_value());
  return std::move(*model);
}

} // namespace

ServingModel::ServingModel(const catalog::Catalog& catalog) : ServingModel(bind_or_die(catalog)) {}

} // namespace gpuplan::perf
