#pragma once

#include "catalog/accelerator.hpp"
#include "catalog/knowledge_record.hpp"

namespace gpuplan::catalog {

/// Whether a record is about a chip at all, by vendor, generation and name.
bool is_about(const CompatibilityRecord& record, const Accelerator& chip);

} // namespace gpuplan::catalog
