#pragma once

#include "catalog/catalog.hpp"
#include "workload/layout.hpp"
#include "workload/workload.hpp"

#include <optional>
#include <vector>

namespace gpuplan::plan {

/// How far the search goes; catalog settings `search.*`.
struct SearchLimits {
  std::int64_t devices_most = 0;
  std::int32_t tensor_most = 0;
  std::int32_t pipeline_most = 0;
  std::int32_t context_most = 0;
  std::int64_t context_from_tokens = 0; ///< shorter sequences are not split
  std::int32_t micro_batch_most = 0;
};

SearchLimits search_limits(const catalog::Catalog& catalog);

/// The devices a layout is spread over: the part of a shape that decides which layouts exist.
struct Grid {
  std::int32_t devices_per_node = 1; ///< a slice of a device counts as one
  std::int32_t nodes = 1;

  [[nodiscard]] std::int64_t devices() const { return std::int64_t{devices_per_node} * nodes; }

  friend auto operator<=>(const Grid&, const Grid&) = default;
};

Grid grid_of(const catalog::Shape& shape, std::int32_t nodes);

/// The widest split of a layer on a grid, as far as the job and its software allow one at all. Two
/// grids of as many devices have the same layouts where they agree in it.
std::int32_t
widest_tensor(const workload::Demand& demand, const Grid& grid, const SearchLimits& limits);

/// 1, 2, 4, 8, … instances while every device still gets work; the fixed count alone where one is
/// given. Slices of a device and machines without one are used singly.
std::vector<std::int32_t> node_counts(const workload::Demand& demand,
                                      const catalog::Shape& shape,
                                      const SearchLimits& limits,
                                      std::optional<std::int32_t> fixed);

/// Every legal layout of a training job on a grid: degrees that divide the model, sharding,
/// recomputation and micro-batch left free by the demand. Empty where none is legal.
std::vector<workload::Layout>
training_layouts(const workload::Demand& demand, const Grid& grid, const SearchLimits& limits);

/// Every legal layout of one serving replica within a grid, with as many replicas as fit beside it.
std::vector<workload::Layout>
serving_layouts(const workload::Demand& demand, const Grid& grid, const SearchLimits& limits);

/// Why a grid has no legal layout: the failing constraint of the smallest split, for people.
std::string why_no_layout(const workload::Demand& demand, const Grid& grid);

} // namespace gpuplan::plan
