#include "plan/explore/search_space.hpp"

#include "core/ensure.hpp"
#include "source/fields.hpp"
#include "workload/can_divide.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::plan {
namespace {

using workload::Demand;
using workload::Layout;
using workload::NetworkClass;
using workload::Recompute;
using workload::Sharding;

std::int64_t whole_setting(const catalog::Catalog& catalog, std::string_view key) {
  const auto setting = catalog.setting(key);
  GPUPLAN_ENSURE(setting.has_value());
  const auto value = source::parse_whole(setting->value);
  GPUPLAN_ENSURE(value.has_value());
  return *value;
}

std::int32_t small_setting(const catalog::Catalog& catalog, std::string_view key) {
  return static_cast<std::int32_t>(whole_setting(catalog, key));
}

bool is_transformer(NetworkClass network) {
  return network == NetworkClass::decoder || network == NetworkClass::encoder ||
         network == NetworkClass::encoder_decoder;
}

std::vector<std::int32_t> powers_of_two(std::int64_t most) {
  std::vector<std::int32_t> powers;
  for (std::int64_t power = 1; power <= most; power *= 2) {
    powers.push_back(static_cast<std::int32_t>(power));
  }
  return powers;
}

/// Tensor, pipeline, context and expert degrees of one replica of the model.
struct Degrees {
  std::int32_t tensor = 1;
  std::int32_t pipeline = 1;
  std::int32_t context = 1;
  std::int32_t expert = 1;

  [[nodiscard]] std::int64_t devices() const { return std::int64_t{tensor} * pipeline * context; }
};

/// The most ways that the experts of a layer are spread over a group of devices.
std::int64_t most_expert_ways(const Demand& demand, std::int64_t group) {
  return std::max<std::int64_t>(1, std::min(group, demand.model.dims.experts.experts));
}

/// Fine-tuning recipes and the sharding of the framework shard the state of a model but do not
/// split its layers. Where no stack is named, FSDP and framework code give way to Megatron for
/// layouts that do (`DemandVariants::stack_of`); who names them is told what they do themselves.
bool keeps_layers_whole(const Demand& demand) {
  if (demand.kind != workload::JobKind::train)
    return false;
  switch (demand.stack) {
  case workload::Stack::finetune_recipe:
  case workload::Stack::transformers: return true;
  case workload::Stack::fsdp:
  case workload::Stack::framework_amp: return demand.stack_given;
  default: return false;
  }
}

/// Megatron and the engines that serve take one layer more in some stages where it does not come
/// out even; other software keeps its stages alike.
bool takes_unlike_stages(const Demand& demand) {
  return demand.kind != workload::JobKind::train || demand.stack == workload::Stack::megatron ||
         demand.stack == workload::Stack::fsdp; // which is Megatron where layers are split
}

bool can_lay_out(const Demand& demand, const Degrees& degrees) {
  const auto& dims = demand.model.dims;
  const auto stages_alike = takes_unlike_stages(demand) ? 1 : degrees.pipeline;
  return workload::can_cut(dims, degrees.pipeline) &&
         workload::can_divide(dims, degrees.tensor, stages_alike, degrees.expert, degrees.context);
}

std::vector<Degrees>
model_degrees(const Demand& demand, const Grid& grid, const SearchLimits& limits) {
  if (!is_transformer(demand.model.network))
    return {Degrees{}};
  const auto devices = grid.devices();
  const bool long_context = demand.kind == workload::JobKind::train &&
                            demand.training.sequence >= limits.context_from_tokens;
  const std::int64_t context_most =
      long_context ? std::min<std::int64_t>(devices, limits.context_most) : 1;
  const std::int64_t pipeline_most = keeps_layers_whole(demand) ? 1 : limits.pipeline_most;
  std::vector<Degrees> all;
  for (std::int32_t tensor = 1; tensor <= widest_tensor(demand, grid, limits); tensor *= 2) {
    const auto stages_most = std::min<std::int64_t>(devices / tensor, pipeline_most);
    for (std::int32_t pipeline = 1; pipeline <= stages_most; pipeline *= 2) {
      for (std::int32_t context = 1; context <= context_most; context *= 2) {
        const auto model_devices = std::int64_t{tensor} * pipeline * context;
        if (model_devices > devices || devices % model_devices != 0)
          continue;
        const auto expert_most = most_expert_ways(demand, devices / pipeline);
        for (std::int32_t expert = 1; expert <= expert_most; expert *= 2) {
          const Degrees degrees{tensor, pipeline, context, expert};
          if (can_lay_out(demand, degrees))
            all.push_back(degrees);
        }
      }
    }
  }
  return all;
}

std::vector<Recompute> recompute_choices(const Demand& demand) {
  if (demand.training.recompute)
    return {*demand.training.recompute};
  if (!is_transformer(demand.model.network))
    return {Recompute::none, Recompute::full};
  if (demand.training.fused_attention)
    return {Recompute::none, Recompute::full};
  return {Recompute::none, Recompute::selective, Recompute::full};
}

/// With model parallelism the optimizer alone is sharded (Megatron's distributed optimizer);
/// without, either nothing (data parallel) or everything (FSDP, ZeRO-3).
std::vector<Sharding>
sharding_choices(const Demand& demand, const Degrees& degrees, std::int64_t data) {
  if (data * degrees.context == 1)
    return {Sharding::none};
  if (!is_transformer(demand.model.network))
    return {Sharding::none};
  if (degrees.tensor > 1 || degrees.pipeline > 1)
    return {Sharding::optimizer};
  return {Sharding::none, Sharding::full};
}

/// The largest divisor of a share up to a size; 1 where there is none.
std::int64_t divisor_up_to(std::int64_t share, std::int64_t size) {
  while (size > 1 && share % size != 0)
    --size;
  return std::max<std::int64_t>(size, 1);
}

/// The sizes of micro-batches that a rank's share of a step is cut into: the share, and from each
/// size down to 1 the next divisor that is at most two thirds of it. Where that leaves too much out
/// (a prime has no divisors), the size is halved as it is, and the last micro-batch is smaller. So
/// a share has about as many sizes as it has binary digits, and one of them is near whatever fits.
std::vector<std::int32_t>
micro_batches(const Demand& demand, std::int64_t share, const SearchLimits& limits) {
  constexpr std::int64_t k_too_far = 3; // times
  if (demand.training.micro_batch)
    return {static_cast<std::int32_t>(std::min(*demand.training.micro_batch, share))};
  std::vector<std::int32_t> sizes;
  for (std::int64_t size = share; size > 0;) {
    if (size <= limits.micro_batch_most)
      sizes.push_back(static_cast<std::int32_t>(size));
    if (size == 1)
      break;
    const auto next = divisor_up_to(share, size * 2 / 3);
    size = next * k_too_far <= size && size > 2 ? (size + 1) / 2 : next;
  }
  std::reverse(sizes.begin(), sizes.end());
  return sizes;
}

} // namespace

SearchLimits search_limits(const catalog::Catalog& catalog) {
  return {.devices_most = whole_setting(catalog, "search.devices_most"),
          .tensor_most = small_setting(catalog, "search.tensor_most"),
          .pipeline_most = small_setting(catalog, "search.pipeline_most"),
          .context_most = small_setting(catalog, "search.context_most"),
          .context_from_tokens = whole_setting(catalog, "search.context_from_tokens"),
          .micro_batch_most = small_setting(catalog, "search.micro_batch_most")};
}

Grid grid_of(const catalog::Shape& shape, std::int32_t nodes) {
  const bool whole = shape.devices.is_whole() && shape.devices.numerator > 0;
  return {.devices_per_node = whole ? shape.devices.numerator : 1, .nodes = nodes};
}

std::int32_t widest_tensor(const Demand& demand, const Grid& grid, const SearchLimits& limits) {
  if (!is_transformer(demand.model.network) || keeps_layers_whole(demand))
    return 1;
  return std::min(grid.devices_per_node, limits.tensor_most);
}

std::vector<std::int32_t> node_counts(const Demand& demand,
                                      const catalog::Shape& shape,
                                      const SearchLimits& limits,
                                      std::optional<std::int32_t> fixed) {
  if (fixed)
    return {*fixed};
  const bool single = !shape.accelerator || !shape.devices.is_whole();
  if (single)
    return {1};
  const std::int64_t devices = shape.devices.numerator;
  std::int64_t devices_most = limits.devices_most;
  if (demand.kind == workload::JobKind::train) {
    // Beyond one sample a data rank a device has nothing to do but hold a part of the model.
    const std::int64_t split_most =
        is_transformer(demand.model.network)
            ? std::int64_t{limits.tensor_most} * limits.pipeline_most * limits.context_most
            : 1;
    devices_most = std::min(devices_most, demand.training.global_batch * split_most);
  }
  return powers_of_two(std::max<std::int64_t>(1, devices_most / devices));
}

std::vector<Layout>
training_layouts(const Demand& demand, const Grid& grid, const SearchLimits& limits) {
  std::vector<Layout> layouts;
  const auto recomputes = recompute_choices(demand);
  for (const auto& degrees : model_degrees(demand, grid, limits)) {
    const auto data = grid.devices() / degrees.devices();
    if (demand.training.global_batch % data != 0)
      continue;
    const auto share = demand.training.global_batch / data;
    const auto sizes = micro_batches(demand, share, limits);
    for (const auto sharding : sharding_choices(demand, degrees, data)) {
      for (const auto recompute : recomputes) {
        for (const auto size : sizes) {
          auto& layout = layouts.emplace_back(Layout{.data = static_cast<std::int32_t>(data),
                                                     .tensor = degrees.tensor,
                                                     .pipeline = degrees.pipeline,
                                                     .context = degrees.context,
                                                     .expert = degrees.expert,
                                                     .sharding = sharding,
                                                     .recompute = recompute,
                                                     .sequence_parallel = degrees.tensor > 1});
          layout.cut(share, size);
        }
      }
    }
  }
  return layouts;
}

std::vector<Layout>
serving_layouts(const Demand& demand, const Grid& grid, const SearchLimits& limits) {
  std::vector<Layout> layouts;
  for (const auto& degrees : model_degrees(demand, grid, limits)) {
    if (degrees.context > 1 || degrees.expert > degrees.tensor)
      continue;
    // A replica within one instance, or one that takes whole instances.
    const auto replica = degrees.devices();
    const bool within = replica <= grid.devices_per_node && degrees.pipeline == 1;
    const bool across = degrees.tensor == grid.devices_per_node && degrees.pipeline > 1;
    if (!within && !across)
      continue;
    layouts.push_back({.tensor = degrees.tensor,
                       .pipeline = degrees.pipeline,
                       .expert = degrees.expert,
                       .replicas = static_cast<std::int32_t>(grid.devices() / replica)});
  }
  return layouts;
}

std::string why_no_layout(const Demand& demand, const Grid& grid) {
  if (demand.kind == workload::JobKind::train && grid.devices() > demand.training.global_batch) {
    return "more devices than samples in a global batch";
  }
  const auto tensor = std::min(grid.devices_per_node, 8);
  const auto check = workload::layout_divides(demand.model.dims, tensor, 1, 1, 1);
  return check.ok ? std::string{"no split of the model uses every device"} : check.reason;
}

} // namespace gpuplan::plan
