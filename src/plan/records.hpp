#pragma once

#include "catalog/catalog.hpp"

#include <memory>
#include <vector>

namespace gpuplan::plan {

/// The records of a catalog, each decoded when it is first asked for and kept: a walk over
/// thousands of offers meets few machines, places and sellers. One a thread.
class Records {
public:
  explicit Records(const catalog::Catalog& catalog);

  [[nodiscard]] const catalog::Catalog& catalog() const { return catalog_; }

  [[nodiscard]] const catalog::Accelerator& accelerator(catalog::AcceleratorId id) const;
  [[nodiscard]] const catalog::Instance& instance(catalog::InstanceId id) const;
  [[nodiscard]] const catalog::Region& region(catalog::RegionId id) const;
  [[nodiscard]] const catalog::Provider& provider(catalog::ProviderId id) const;
  [[nodiscard]] const catalog::BillingRule& billing(catalog::ProviderId provider,
                                                    catalog::PurchaseOption option) const;

  /// The chip of a shape; null for a machine without one.
  [[nodiscard]] const catalog::Accelerator* chip_of(const catalog::Shape& shape) const {
    return shape.accelerator ? &accelerator(*shape.accelerator) : nullptr;
  }

private:
  template <class Record>
  using Kept = std::vector<std::unique_ptr<Record>>;

  const catalog::Catalog& catalog_;
  mutable Kept<catalog::Accelerator> accelerators_;
  mutable Kept<catalog::Instance> instances_;
  mutable Kept<catalog::Region> regions_;
  mutable Kept<catalog::Provider> providers_;
  mutable Kept<catalog::BillingRule> billing_; ///< provider × option
};

} // namespace gpuplan::plan
