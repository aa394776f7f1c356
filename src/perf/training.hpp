#pragma once

#include "catalog/catalog.hpp"
#include "perf/coefficient_table.hpp"
#include "perf/estimate.hpp"

#include <memory>
#include <optional>

namespace gpuplan::perf {

class TrainingQuery;
struct TrainingNetwork;

/// How an fp8 tensor is scaled: one factor, or one for every block of 32 (mxfp8).
enum class Fp8Scaling : std::uint8_t { tensor, block };

/// The data a job reads, and what storage gives all of its machines together.
struct DataFeed {
  double bytes_per_unit = 0; ///< read for a token or sample
  core::BytesPerSecond rate{0};
  double share = 1; ///< of the units; the others are kept by the machines from an earlier epoch
  /// Of the others, where local disks keep them, all machines together; none: host memory does,
  /// which no step waits for.
  std::optional<core::BytesPerSecond> kept_rate;
};

/// What time depends on and a demand does not hold.
struct TrainingConditions {
  /// When vendor-tuned software (`mlperf`) was current, as a decimal year; none: the newest the
  /// calibration knows.
  std::optional<double> software_year;
  Fp8Scaling fp8 = Fp8Scaling::tensor;
  std::optional<DataFeed> feed; ///< none: nothing waits for data
};

/// The time form for training, its coefficients bound once from the catalog's calibration. The form
/// is stated where it is computed: work of a micro-batch in training_work.hpp, messages in
/// training_messages.hpp, their sum to a step in training_query.hpp.
class TrainingModel {
public:
  /// A catalog that lacks a coefficient is a broken invariant here; `bind` of its `catalog_lookup`
  /// reports it instead.
  explicit TrainingModel(const catalog::Catalog& catalog);

  /// The same from any source of coefficients, which is kept for the open-ended keys (factors by
  /// chip and by network). Nothing, and a diagnostic for each, where keys are missing.
  static std::optional<TrainingModel> bind(CoefficientLookup lookup, core::DiagnosticSink& sink);

  ~TrainingModel();
  TrainingModel(TrainingModel&&) noexcept;
  TrainingModel& operator=(TrainingModel&&) noexcept;

  /// Step time of a layout on a topology, in full.
  [[nodiscard]] core::Known<TrainingEstimate> estimate(const workload::Demand& demand,
                                                       const workload::Layout& layout,
                                                       const Topology& topology) const {
    return estimate(demand, layout, topology, {});
  }

  [[nodiscard]] core::Known<TrainingEstimate> estimate(const workload::Demand& demand,
                                                       const workload::Layout& layout,
                                                       const Topology& topology,
                                                       const TrainingConditions& conditions) const;

  /// What a demand settles before any chip is looked at. Unknown where the demand lacks what its
  /// kind needs (FLOPs of a sample, layers).
  [[nodiscard]] core::Known<TrainingNetwork> network(const workload::Demand& demand) const;

  /// `prepare` with the network of the demand, for one demand on many shapes.
  [[nodiscard]] core::Known<TrainingQuery> prepare(const workload::Demand& demand,
                                                   const TrainingNetwork& network,
                                                   const catalog::Accelerator& accelerator,
                                                   const catalog::Shape& shape,
                                                   const TrainingConditions& conditions = {}) const;

  /// Everything that a demand on a shape settles before any layout is looked at. The query refers
  /// to this model and must not outlive it; accelerator and shape are not kept. Unknown where a
  /// rate or a bandwidth is, and for host-only machines, whose time `estimate` alone gives.
  [[nodiscard]] core::Known<TrainingQuery> prepare(const workload::Demand& demand,
                                                   const catalog::Accelerator& accelerator,
                                                   const catalog::Shape& shape,
                                                   const TrainingConditions& conditions = {}) const;

  /// An estimate made without a feed, slowed down to what storage delivers.
  [[nodiscard]] TrainingEstimate
  fed(TrainingEstimate estimate, const workload::Demand& demand, const DataFeed& feed) const;

  struct Coefficients;

  [[nodiscard]] const Coefficients& coefficients() const { return *coefficients_; }

private:
  explicit TrainingModel(std::unique_ptr<Coefficients> coefficients);

  std::unique_ptr<Coefficients> coefficients_;
};

} // namespace gpuplan::perf
