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

std::string_view resource_of(TimePart part) {
  switch (part) {
  case TimePart::compute:
  case TimePart::attention: return "compute";
  case TimePart::memory_traffic:
  case TimePart::optimizer: return "memory bandwidth";
  case TimePart::launch: return "host work";
  case TimePart::pipeline_bubble: return "pipeline stages that wait";
  case TimePart::data_loading: return "storage";
  case TimePart::tensor_parallel:
  case TimePart::expert_parallel:
  case TimePart::context_parallel:
  case TimePart::pipeline_transfer:
  case TimePart::sharding:
  case TimePart::gradient_reduction: break;
  }
  return "links between devices";
}

} // namespace gpuplan::perf
