// Tables of a recommender that no device holds alone are spread over the devices of a plan.

#include "support/planned.hpp"

using namespace gpuplan;
using namespace gpuplan::test;

namespace {

/// Rows of 200 GB.
constexpr auto k_tables_job = "model: {network: recommender, flops_per_sample: 10M, params: 50B, "
                              "tables: 49.9B, row_bytes: 13312}\nkind: train\n"
                              "data: {samples: 1B}\nnodes: 1\n";

World machine_of(const std::string& devices) {
  return {.chips = {WorldChip{}},
          .regions = {{}},
          .machines = {{.devices = devices, .links = devices == "1" ? "none" : "nvswitch"}},
          .prices = {{}}};
}

} // namespace

TEST_CASE("tables larger than a device lie on all of them, and rows are exchanged", "[plan]") {
  const auto set = Plans(machine_of("8")).answer(k_tables_job);
  REQUIRE(ranked(set).size() == 1);
  const auto& setup = ranked(set).front()->setup;
  const double share = 4 * 49.9e9 / 8;
  CHECK(setup.memory.device.count() > share);
  CHECK(setup.memory.device.count() < share + 12e9);
  CHECK(setup.training.parts[static_cast<std::size_t>(perf::TimePart::sharding)].count() > 0);
}

TEST_CASE("tables that do not fit are refused with the memory they need", "[plan]") {
  const auto set = Plans(machine_of("1")).answer(k_tables_job);
  CHECK(ranked(set).empty());
  CHECK(left_out(set, "memory.fits") == 1);
}
