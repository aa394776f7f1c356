#include "cost/spot_limits.hpp"
#include "support/catch.hpp"

#include <cmath>

using namespace gpuplan::cost;
using Catch::Matchers::WithinRel;

TEST_CASE("without checkpoints the break-even life solves the closed form", "[cost]") {
  // x = W/M with (e^x - 1)/x = 2: x = 1.2564312, so 10 h of work at half the price need a mean life
  // of 7.959051 h.
  const auto life = break_even_life({.work = 10, .progress = Progress::lost}, 2);
  CHECK_THAT(*life, WithinRel(10 / 1.2564312, 1e-6));
}

TEST_CASE("checkpoints make spot worth it at shorter lives", "[cost]") {
  const InterruptibleRun run{.setup = 0.2, .work = 72, .write = 0.005, .restore = 0.2};
  auto lost = run;
  lost.progress = Progress::lost;
  CHECK(*break_even_life(run, 1.3) < *break_even_life(lost, 1.3) / 10);
}

TEST_CASE("a higher ratio of prices bears shorter lives", "[cost]") {
  const InterruptibleRun run{.setup = 0.2, .work = 72, .write = 0.005, .restore = 0.2};
  CHECK(*break_even_life(run, 3) < *break_even_life(run, 1.3));
}

TEST_CASE("spot at the price of on demand never wins, with the reason", "[cost]") {
  CHECK_FALSE(break_even_life({.work = 10, .write = 0.1}, 1).known());
  CHECK_FALSE(break_even_life({.work = 10}, 0.9).known());
}
