#pragma once

#include "perf/training_work.hpp"
#include "plan/explore/demand_variants.hpp"
#include "plan/explore/search_space.hpp"

#include <map>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

namespace gpuplan::plan {

/// A layout of a grid with what does not depend on the chip.
struct LaidOut {
  workload::Layout layout;
  workload::Stack stack = workload::Stack::fsdp;
  std::uint32_t micro = 0; ///< index into `LayoutGrids::micro_batches`
  core::Bytes needed;      ///< of one device
};

/// The legal training layouts of grids of devices with their memory, worked out once for all chips
/// of one stack and number format. What is likely fast comes first; of layouts that are alike in
/// that the first of the enumeration stays first.
class LayoutGrids {
public:
  LayoutGrids(DemandVariants& variants, const SearchLimits& limits)
      : variants_(variants),
        limits_(limits) {}

  /// Layouts whose memory cannot be told are left out.
  const std::vector<LaidOut>&
  of(const Grid& grid, workload::Stack family, catalog::NumberFormat compute);

  /// Why the memory of some layout is not known; empty while that of all is.
  [[nodiscard]] std::string_view memory_unknown() const { return memory_unknown_; }

  /// How the micro-batches of all layouts so far lie over devices, each once: many layouts differ
  /// in data parallelism alone.
  [[nodiscard]] std::span<const perf::MicroBatchLayout> micro_batches() const {
    return micro_batches_;
  }

private:
  /// Devices, widest split of a layer, stack and format: all that layouts and memory depend on.
  using Key = std::tuple<std::int64_t, std::int32_t, workload::Stack, catalog::NumberFormat>;
  using MicroKey = std::tuple<int, int, int, int, int, int, double>;

  [[nodiscard]] std::vector<LaidOut>
  laid_out(const Grid& grid, workload::Stack family, catalog::NumberFormat compute);
  std::uint32_t micro_index(workload::Stack stack, const workload::Layout& layout);

  DemandVariants& variants_;
  const SearchLimits& limits_;
  std::map<Key, std::vector<LaidOut>> grids_;
  std::map<MicroKey, std::uint32_t> micro_indices_;
  std::vector<perf::MicroBatchLayout> micro_batches_;
  std::string_view memory_unknown_;
};

} // namespace gpuplan::plan
