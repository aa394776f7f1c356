#include "support/catch.hpp"
#include "support/memory_calibration.hpp"
#include "validation/memory/truth_table.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace gpuplan;
using namespace gpuplan::test;

namespace {

/// `tp` of `dp=8;tp=4;pp=12;zero=1`.
std::int32_t degree(const std::string& parallelism, const std::string& name) {
  const auto at = parallelism.find(name + "=");
  return at == std::string::npos ? 1 : std::stoi(parallelism.substr(at + name.size() + 1));
}

/// GiB in `peak mem 67GB`, or nothing.
std::optional<double> peak_of(const std::string& notes) {
  const auto at = notes.find("peak mem ");
  if (at == std::string::npos || std::isdigit(static_cast<unsigned char>(notes[at + 9])) == 0)
    return std::nullopt; // some lines leave the figure out
  return std::stod(notes.substr(at + 9));
}

workload::Demand demand_of(const TruthRow& row) {
  workload::Demand demand;
  demand.stack = workload::Stack::megatron_deepspeed;
  auto& dims = demand.model.dims;
  dims.hidden = row.whole("hidden", 0);
  dims.vocab = row.whole("vocab", 250880);
  const auto layer = 12.0 * static_cast<double>(dims.hidden) * static_cast<double>(dims.hidden);
  const auto table = static_cast<double>(dims.vocab) * static_cast<double>(dims.hidden);
  const double counted = row.number("params_b").value_or(0) * 1e9;
  dims.layers = row.whole("layers", std::lround((counted - table) / layer));
  dims.ffn = row.whole("ffn", 4 * dims.hidden);
  dims.heads = row.whole("heads", dims.hidden / 128);
  dims.kv_heads = dims.heads;
  dims.head_dim = dims.hidden / dims.heads;
  dims.gated_mlp = false;
  dims.tied_embeddings = true;
  auto& params = demand.model.params;
  params.embedding = dims.vocab * dims.hidden;
  params.total = 12 * dims.layers * dims.hidden * dims.hidden + params.embedding;
  demand.training.sequence = row.whole("seq_len", 2048);
  demand.training.fused_attention = false;
  // Gradients were half precision until 28 February 2022, whatever the format.
  if (row.text("precision") != "bf16")
    demand.training.compute = catalog::NumberFormat::fp16;
  return demand;
}

workload::Layout layout_of(const TruthRow& row) {
  const auto& degrees = row.text("parallelism");
  workload::Layout layout;
  layout.data = degree(degrees, "dp");
  layout.tensor = degree(degrees, "tp");
  layout.pipeline = degree(degrees, "pp");
  layout.sharding = workload::Sharding::optimizer;
  layout.recompute = workload::Recompute::full;
  layout.sequence_parallel = false;
  layout.micro_batch = static_cast<std::int32_t>(row.whole("micro_batch", 1));
  layout.accumulation = static_cast<std::int32_t>(row.whole("global_batch", 2048) /
                                                  (layout.data * layout.micro_batch));
  return layout;
}

} // namespace

TEST_CASE("memory under tensor and pipeline parallelism follows BLOOM's prequel",
          "[validation][memory]") {
  const auto folder = facts_folder();
  if (!folder) {
    std::puts("skipped: GPUPLAN_FACTS is not set, the table of measured runs is not here");
    return;
  }
  const auto truth = read_table(*folder + "/truth_training.csv");
  REQUIRE(truth);
  const auto& model = shipped_memory_model();
  std::vector<double> errors;
  double sum = 0;
  for (const auto& row : *truth) {
    const auto measured = peak_of(row.text("notes"));
    if (!measured)
      continue;
    const auto estimate = model.estimate(demand_of(row), layout_of(row));
    REQUIRE(estimate);
    const double error = core::to_gib(estimate->device) / *measured - 1;
    if (std::getenv("GPUPLAN_VALIDATION_ROWS") != nullptr)
      std::printf("row %s pred %.1f meas %.1f err %+.1f%%\n",
                  row.text("id").c_str(),
                  core::to_gib(estimate->device),
                  *measured,
                  100 * error);
    errors.push_back(100 * std::fabs(error));
    sum += 100 * error;
  }
  std::sort(errors.begin(), errors.end());
  REQUIRE(errors.size() >= 40);
  const double median = errors[errors.size() / 2];
  const double p90 = errors[errors.size() * 9 / 10];
  std::printf("BLOOM 3-D: %zu peaks, median %.1f, p90 %.1f, bias %+.1f   prototype fitted 7.3 / "
              "11.5\n",
              errors.size(),
              median,
              p90,
              sum / static_cast<double>(errors.size()));
  CHECK(median <= 12.0);
  CHECK(p90 <= 20.0);
}
