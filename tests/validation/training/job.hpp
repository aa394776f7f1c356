#pragma once

#include "perf/training.hpp"
#include "support/csv.hpp"
#include "validation/training/sample_figures.hpp"
#include "workload/demand/demand.hpp"

#include <optional>
#include <string>

namespace gpuplan::validation {

/// How rows are told apart beyond the network class.
enum class RowKind : std::uint8_t {
  decoder,
  mixture,
  encoder,
  transformer_xl,
  vision_transformer,
  cnn,
  detection,
  unet_2d,
  unet_3d,
  diffusion,
  speech,
  recommender,
};
constexpr std::size_t k_row_kinds = 12;

std::string_view to_string(RowKind kind);

/// A measured run as a demand, with what the row leaves out filled in by stated rules.
struct Job {
  RowKind kind = RowKind::decoder;
  workload::Demand demand;
  perf::TrainingConditions conditions;
  bool sequence_parallel = true;
  std::optional<workload::Recompute> recompute; ///< none: whatever fits, without before with
  double unit = 1; ///< tokens of a sample as the row counts them; 1 for sample models
};

/// Nothing for a run whose network or precision has no figures here.
std::optional<Job> job_of(const test::CsvRow& run, const Figures& figures);

/// Recompute, fused attention and the like that identify early Megatron runs.
bool is_early_megatron(const test::CsvRow& run);

} // namespace gpuplan::validation
