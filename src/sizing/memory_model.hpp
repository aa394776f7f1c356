#pragma once

#include "catalog/catalog.hpp"
#include "core/known.hpp"
#include "sizing/coefficients.hpp"
#include "sizing/memory.hpp"
#include "sizing/memory_query.hpp"

namespace gpuplan::sizing {

/// Peak memory of one device. The form is one sum of physical terms (weights, gradients, optimizer,
/// gathered layers, activations, logits, cache, workspace, reserve); its coefficients are bound
/// once from the catalog's calibration.
class MemoryModel {
public:
  /// From a catalog that was checked when it was compiled: a coefficient it lacks is a broken
  /// invariant. `from` reports instead.
  explicit MemoryModel(const catalog::Catalog& catalog);

  explicit MemoryModel(const MemoryCoefficients& coefficients) : coefficients_(coefficients) {}

  /// From any source of coefficients; nothing, with a diagnostic each, where some are missing.
  static std::optional<MemoryModel> from(const CoefficientLookup& lookup,
                                         core::DiagnosticSink& sink);

  /// What of the form does not depend on the layout. Prepare once a demand, then ask it for tens of
  /// thousands of layouts. Neither step allocates.
  [[nodiscard]] MemoryQuery prepare(const workload::Demand& demand) const;

  /// Peak of the fullest device of a layout. For serving, `kv_tokens` is how many tokens of context
  /// are held per replica at once. Unknown, with the reason, where what decides it is not stated.
  [[nodiscard]] core::Known<MemoryEstimate> estimate(const workload::Demand& demand,
                                                     const workload::Layout& layout,
                                                     double kv_tokens = 0) const;

  /// fits up to 0.88 of usable, tight up to 1.05, both from the catalog; unknown without a size.
  [[nodiscard]] Fit judge(core::Bytes needed, core::Known<core::Bytes> usable) const;

  /// The most a job may need to fit: 0.88 of usable; for a serving engine that fills its share of
  /// the card, that share.
  [[nodiscard]] core::Bytes room(const workload::Demand& demand, core::Bytes usable) const;

  [[nodiscard]] const MemoryCoefficients& coefficients() const { return coefficients_; }

private:
  MemoryCoefficients coefficients_;
};

} // namespace gpuplan::sizing
