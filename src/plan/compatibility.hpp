#pragma once

#include "catalog/catalog.hpp"
#include "workload/demand.hpp"

#include <map>
#include <utility>

namespace gpuplan::plan {

/// Whether the software of a job runs on a chip, from the catalog's compatibility records: a stack
/// is tied to the vendors, generations and compute capabilities that they list for its framework.
/// A chip sold for inference alone does not train. Unknown where the catalog has no word on the
/// pair.
core::Known<bool> framework_supported(const catalog::Catalog& catalog,
                                      workload::JobKind kind,
                                      workload::Stack stack,
                                      const catalog::Accelerator* accelerator);

/// The same answers for one kind of job, each worked out once.
class SoftwareSupport {
public:
  SoftwareSupport(const catalog::Catalog& catalog, workload::JobKind kind)
      : catalog_(catalog),
        kind_(kind) {}

  core::Known<bool> of(workload::Stack stack, const catalog::Accelerator* chip);

private:
  const catalog::Catalog& catalog_;
  workload::JobKind kind_;
  std::map<std::pair<workload::Stack, std::uint32_t>, core::Known<bool>> answers_;
};

} // namespace gpuplan::plan
