#include "plan/size.hpp"

#include "core/ensure.hpp"
#include "plan/explore/compatibility.hpp"
#include "plan/explore/explorer.hpp"
#include "plan/planner_state.hpp"
#include "plan/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace gpuplan::plan {
namespace {

using catalog::Accelerator;
using workload::JobKind;

constexpr std::int32_t k_devices_a_node = 8;

/// A machine with some of a chip, wired as the chip usually is, its network not known.
catalog::Shape reference_shape(const Accelerator& chip, std::int32_t devices) {
  return {.accelerator = chip.id,
          .devices = {.numerator = devices, .denominator = 1},
          .links = chip.link.kind,
          .link_domain_devices = std::min(std::max(1, chip.link.domain_devices), devices),
          .link_bidirectional = chip.link.bidirectional,
          .network = core::Unknown{"a reference machine has no network"}};
}

/// What says that a setup of the job does not run on a chip, as the rules of a recommendation have
/// it; empty where nothing does.
std::string
no_software(const SoftwareAnswer& software, const Setup& setup, const Accelerator& chip) {
  if (software.stack && !*software.stack)
    return fmt::format("{} does not run on {}", to_string(setup.stack), chip.name);
  if (software.packing && !*software.packing)
    return fmt::format("{} has no {} on {}", to_string(setup.stack), software.packed, chip.name);
  return {};
}

ChipSize fewest_that_hold(Explorer& explorer,
                          SoftwareSupport& software,
                          const Accelerator& chip,
                          std::int64_t most) {
  ChipSize size{.chip = chip.name, .room_known = chip.memory_usable.known(), .memory = chip.memory};
  for (std::int64_t devices = 1; devices <= most; devices *= 2) {
    const auto within =
        static_cast<std::int32_t>(std::min<std::int64_t>(devices, k_devices_a_node));
    const auto nodes =
        static_cast<std::int32_t>(std::max<std::int64_t>(1, devices / k_devices_a_node));
    auto shape = reference_shape(chip, within);
    // The explorer keeps what belongs to one shape: each of ours is another one.
    shape.id = {
        static_cast<std::uint32_t>(chip.id.index * 64U + static_cast<std::uint32_t>(within))};
    const auto explored = explorer.explore(shape, nodes);
    if (!explored.setup)
      continue;
    size.no_software = no_software(software.of(*explored.setup, &chip), *explored.setup, chip);
    if (!size.no_software.empty())
      return size;
    size.tried = devices;
    const bool holds =
        explored.setup->fit == sizing::Fit::fits || explored.setup->fit == sizing::Fit::tight;
    if (!holds)
      continue;
    size.devices = devices;
    size.setup = *explored.setup;
    if (explored.time_unknown.empty()) {
      size.run = explored.setup->run;
    } else if (explored.time_unknown.starts_with("network_gbps")) {
      size.run = core::Unknown{"the network between machines is a matter of who sells them: "
                               "`gpuplan recommend` tells the time on those for sale"};
    } else {
      size.run = core::Unknown{explored.time_unknown};
    }
    return size;
  }
  return size;
}

/// Parts of a job of one sample on one device that accumulates gradients: without, they peak at
/// another time than activations, and neither would show what it takes.
core::Known<core::Bytes> parts_of(const sizing::MemoryModel& model,
                                  const workload::Demand& demand,
                                  std::initializer_list<sizing::MemoryPart> parts) {
  const workload::Layout accumulating{.accumulation = 2};
  const auto estimate = model.estimate(
      demand, accumulating, demand.serving.input_tokens + demand.serving.output_tokens);
  if (!estimate)
    return core::Unknown{estimate.why_unknown()};
  core::Bytes sum{0};
  for (const auto part : parts)
    sum += estimate->part(part);
  return sum;
}

std::string most_common_bottleneck(const std::vector<ChipSize>& chips) {
  std::map<std::string, int> counts;
  for (const auto& size : chips) {
    if (size.devices == 0 || !size.run)
      continue;
    ++counts[std::string(size.setup.serving ? size.setup.replica.limited_by
                                            : resource_of(size.setup.training.bottleneck))];
  }
  std::string most;
  for (const auto& [name, count] : counts) {
    if (most.empty() || count > counts[most])
      most = name;
  }
  return most;
}

double fastest_rate(const std::vector<ChipSize>& chips) {
  double fastest = 0;
  for (const auto& size : chips)
    fastest = std::max(fastest, size.devices > 0 ? size.setup.units_per_s : 0);
  return fastest;
}

/// The chips a job is held against: its own, else those the catalog names, or all where it has none
/// of them.
std::vector<catalog::AcceleratorId> chips_of(const catalog::Catalog& catalog,
                                             const Filters& filters) {
  std::vector<catalog::AcceleratorId> chips;
  for (std::uint32_t i = 0; i < filters.accelerators.size(); ++i) {
    if (filters.accelerators[i])
      chips.push_back(catalog::AcceleratorId{i});
  }
  if (!chips.empty())
    return chips;
  if (const auto named = catalog.setting("size.reference_chips")) {
    for (const auto name : words_of(named->value)) {
      if (const auto found = catalog.find_accelerators(name); !found.empty())
        chips.push_back(found.front());
    }
  }
  if (!chips.empty())
    return chips;
  for (std::uint32_t i = 0; i < catalog.accelerator_count(); ++i)
    chips.push_back(catalog::AcceleratorId{i});
  return chips;
}

} // namespace

JobSize size_job(const catalog::Catalog& catalog,
                 const Planner& planner,
                 const workload::Workload& workload,
                 const Filters& filters) {
  const auto& models = planner.models();
  const auto& demand = workload.demand;
  Explorer explorer(catalog, models, workload);
  SoftwareSupport software(catalog, demand);
  JobSize job;
  for (const auto chip : chips_of(catalog, filters)) {
    job.chips.push_back(fewest_that_hold(
        explorer, software, catalog.accelerator(chip), explorer.limits().devices_most));
  }
  std::stable_sort(job.chips.begin(), job.chips.end(), [](const ChipSize& a, const ChipSize& b) {
    return a.memory.value_or(core::Bytes{0}) < b.memory.value_or(core::Bytes{0});
  });
  using Part = sizing::MemoryPart;
  job.state = parts_of(
      models.memory, demand, {Part::weights, Part::gradients, Part::optimizer, Part::adapters});
  job.activations = parts_of(models.memory, demand, {Part::activations, Part::logits});
  job.bottleneck = most_common_bottleneck(job.chips);
  const workload::Layout alone{.recompute = workload::Recompute::full};
  job.savings = sizing::less_memory(
      models.memory, demand, alone, demand.serving.input_tokens + demand.serving.output_tokens);
  if (demand.kind == JobKind::train) {
    const auto& training = demand.training;
    const double trained = training.adapter ? static_cast<double>(training.adapter->parameters)
                                            : static_cast<double>(demand.model.params.total);
    // Rows of tables are updated where they lie, so that of a recommender the dense part is
    // reduced.
    const double dense = trained - demand.model.sample.embedding_parameters;
    constexpr double k_gradient_bytes = 2;
    job.gradient_bytes_a_step = dense * k_gradient_bytes;
    job.data_bytes_per_s = fastest_rate(job.chips) * workload.around.bytes_per_unit;
  }
  return job;
}

} // namespace gpuplan::plan
