#pragma once

#include "catalog/catalog.hpp"
#include "perf/estimate.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gpuplan::perf {

namespace inference {
struct Coefficients;
}

/// The inference form with its coefficients: language models by forward passes and KV room
/// (perf/inference/replica.hpp, operation.hpp), sample models by work and activations
/// (perf/inference/samples.hpp), recommenders and hosts by rules of thumb.
class ServingModel {
public:
  using Coefficients = inference::Coefficients;

  /// The catalog's `inference` calibration and its defaults for rules of thumb. A catalog that
  /// lacks a coefficient is a broken invariant here; `bind` reports it instead.
  explicit ServingModel(const catalog::Catalog& catalog);

  /// The same from keys and values alone (`inference.engine.vllm.layer_us`). Nothing, and a
  /// diagnostic for each, where keys are missing.
  static std::optional<ServingModel> bind(const std::map<std::string, double, std::less<>>& values,
                                          core::DiagnosticSink& sink);

  ~ServingModel();
  ServingModel(ServingModel&&) noexcept;
  ServingModel& operator=(ServingModel&&) noexcept;

  /// What one replica of tensor × pipeline devices does at an offered load of `requests_per_s` for
  /// that replica (samples a second for sample models). Unknown load: the state of the demand's
  /// concurrency ÷ replicas where that is stated and no load is; for batch inference the most it
  /// can do; else the largest load within the latency targets. TTFT, TPOT and latency are means.
  /// Above 90 % of what it can serve the estimate says `saturated`: its times are then those at
  /// that limit, a floor.
  /// Unknown, with the reason, where an input is unknown, the weights or one sequence do not fit,
  /// or chip and engine cannot run the weights' format.
  [[nodiscard]] core::Known<ReplicaEstimate> estimate(const workload::Demand& demand,
                                                      const workload::Layout& layout,
                                                      const Topology& topology,
                                                      core::Known<double> requests_per_s) const;

  /// The arithmetic behind `estimate`, a line for each figure, from numbers that stand above it.
  [[nodiscard]] core::Known<std::vector<std::string>> explain(const workload::Demand& demand,
                                                              const workload::Layout& layout,
                                                              const Topology& topology,
                                                              core::Known<double> load) const;

  /// What a checkpoint's weights are held in on a chip under the demand's stack: as they are
  /// stored, or bf16 where they have to be widened. See `held_format` of perf/inference/engine.hpp.
  [[nodiscard]] workload::WeightFormat held_format(const workload::Demand& demand,
                                                   const catalog::Accelerator& chip) const;

private:
  explicit ServingModel(std::unique_ptr<const Coefficients> coefficients);

  std::unique_ptr<const Coefficients> coefficients_;
};

/// Whether an estimate is unknown since weights and the cache of one sequence find no room.
bool lacks_memory(const core::Known<ReplicaEstimate>& estimate);

} // namespace gpuplan::perf
