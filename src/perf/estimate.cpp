#include "perf/estimate.hpp"

#include "core/ensure.hpp"

namespace gpuplan::perf {

namespace {

constexpr std::array<std::string_view, k_time_parts> k_names{
    "compute",
    "attention",
    "memory traffic",
    "launch",
    "tensor parallel",
    "expert parallel",
    "context parallel",
    "pipeline transfer",
    "pipeline bubble",
    "sharding",
    "gradient reduction",
    "optimizer",
    "data loading",
};

} // namespace

std::string_view to_string(TimePart part) {
  const auto index = static_cast<std::size_t>(part);
  GPUPLAN_ENSURE(index < k_names.size());
  return k_names[index];
}

} // namespace gpuplan::perf
