#pragma once

#include "catalog/catalog.hpp"
#include "core/known.hpp"
#include "sizing/memory.hpp"

#include <memory>

namespace gpuplan::sizing {

/// Coefficients of the memory form, bound once from the catalog's calibration.
class MemoryModel {
public:
  explicit MemoryModel(const catalog::Catalog& catalog);
  ~MemoryModel();
  MemoryModel(MemoryModel&&) noexcept;
  MemoryModel& operator=(MemoryModel&&) noexcept;

  /// Peak of the fullest device of a layout. For serving, `kv_tokens` is how many tokens of context
  /// are held per replica at once.
  [[nodiscard]] core::Known<MemoryEstimate> estimate(const workload::Demand& demand,
                                                     const workload::Layout& layout,
                                                     double kv_tokens = 0) const;

  /// fits up to 0.88 of usable, tight up to 1.05, both from the catalog; unknown without a size.
  [[nodiscard]] Fit judge(core::Bytes needed, core::Known<core::Bytes> usable) const;

  struct Coefficients;

private:
  std::unique_ptr<Coefficients> coefficients_;
};

} // namespace gpuplan::sizing
