#pragma once

#include "catalog/catalog.hpp"
#include "workload/demand.hpp"

namespace gpuplan::plan {

/// Whether the software of a job runs on a chip, from the catalog's compatibility records: a stack
/// is tied to the vendors, generations and compute capabilities that they list for its framework.
/// A chip sold for inference alone does not train. Unknown where the catalog has no word on the
/// pair.
core::Known<bool> framework_supported(const catalog::Catalog& catalog,
                                      workload::JobKind kind,
                                      workload::Stack stack,
                                      const catalog::Accelerator* accelerator);

} // namespace gpuplan::plan
