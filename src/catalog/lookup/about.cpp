#include "catalog/lookup/about.hpp"

#include "core/text.hpp"

#include <algorithm>

namespace gpuplan::catalog {

bool is_about(const CompatibilityRecord& record, const Accelerator& chip) {
  if (!record.vendor.empty() && record.vendor != chip.vendor)
    return false;
  const auto& generations = record.generations;
  const bool of_generation =
      generations.empty() ||
      std::find(generations.begin(), generations.end(), chip.generation) != generations.end();
  if (!of_generation)
    return false;
  if (record.accelerators.empty())
    return true;
  return std::any_of(
      record.accelerators.begin(), record.accelerators.end(), [&](std::string_view pattern) {
        return core::glob_match(pattern, chip.name);
      });
}

} // namespace gpuplan::catalog
