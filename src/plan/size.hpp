#pragma once

#include "catalog/catalog.hpp"
#include "plan/market/filters.hpp"
#include "plan/setup.hpp"
#include "sizing/less_memory.hpp"
#include "workload/workload.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gpuplan::plan {

class Planner;

/// What a job takes on one of the reference chips: the fewest of them that hold it.
struct ChipSize {
  std::string_view chip;
  std::int64_t devices = 0; ///< 0: none of the counts tried holds it, it is not known whether one
                            ///< does, or no software runs it there
  std::int64_t tried = 0;   ///< the most that were tried
  bool room_known = true;   ///< what a job can allocate of one
  std::string no_software;  ///< why the job does not run on the chip; empty: nothing is known so
  Setup setup;
  core::Known<core::Milliseconds> run; ///< of the whole job on that many; unknown across nodes
  core::Known<core::Bytes> memory;     ///< nominal, of one device
};

/// The three needs of a job, without prices.
struct JobSize {
  std::vector<ChipSize> chips;               ///< reference chips, by memory
  std::vector<sizing::MemorySaving> savings; ///< on one device alone, recomputing
  core::Known<core::Bytes> state;            ///< weights, gradients and optimizer, unsharded
  core::Known<core::Bytes> activations;      ///< of one sample on one device
  double gradient_bytes_a_step = 0;          ///< between devices of a data-parallel group
  double data_bytes_per_s = 0;               ///< from storage at the fastest reference
  std::string bottleneck;                    ///< of most reference chips
};

/// Works out the needs on the chips of the setting `size.reference_chips`, each with the links it
/// is usually sold with; on the chips the job names instead, where it names some.
JobSize size_job(const catalog::Catalog& catalog,
                 const Planner& planner,
                 const workload::Workload& workload,
                 const Filters& filters);

} // namespace gpuplan::plan
