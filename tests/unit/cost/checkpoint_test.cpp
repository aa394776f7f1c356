#include "cost/checkpoint.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <cmath>
#include <random>

using namespace gpuplan::cost;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// The process itself, drawn: blocks that must pass whole, memoryless interruptions at any moment,
/// waiting without interruption, restoring before the block again.
struct Drawn {
  double running = 0;
  double waiting = 0;
};

Drawn simulate(const InterruptibleRun& run, double segments, std::mt19937_64& random) {
  std::exponential_distribution<double> next_interruption(run.rate);
  const double work = run.work / segments;
  Drawn drawn;
  for (double i = 0; i < segments; ++i) {
    const bool first = i < 1;
    const bool last = i + 1 >= segments;
    double block = work + (last ? run.evaluation : run.write) + (first ? run.setup : 0);
    const double again =
        work + (last ? run.evaluation : run.write) + (first ? run.setup : run.restore);
    for (double lived = next_interruption(random); lived < block;
         lived = next_interruption(random)) {
      drawn.running += lived;
      drawn.waiting += run.wait;
      block = again;
    }
    drawn.running += block;
  }
  return drawn;
}

} // namespace

TEST_CASE("Young's interval is the root of twice writing time and mean life", "[cost]") {
  CHECK_THAT(young_interval(5, 1440), WithinRel(120.0, 1e-12)); // min
}

TEST_CASE("Daly's interval meets the values of his figures", "[cost]") {
  // FGCS 22(3), 2006: C = 5 min; M = 24 h and 6 h give 117 and 57 min (rounded in print).
  CHECK_THAT(daly_interval(5, 1440), WithinAbs(117.0, 0.5));
  CHECK_THAT(daly_interval(5, 360), WithinAbs(57.0, 0.5));
}

TEST_CASE("a checkpoint dearer than twice the mean life is taken once a life", "[cost]") {
  CHECK(daly_interval(10, 4) == 4);
  CHECK(daly_interval(8, 4) == 4);
}

TEST_CASE("the expected segment follows the closed form", "[cost]") {
  // Hours; 9.352 also by a simulation of 400,000 runs, 8.381 without any checkpoint.
  CHECK_THAT(
      expected_segment(
          {.work = 4, .write = 5.0 / 60, .restore = 10.0 / 60, .wait = 3.0 / 60, .rate = 1.0 / 3}),
      WithinAbs(9.35199, 1e-4));
  CHECK_THAT(expected_segment({.work = 4, .rate = 1.0 / 3}), WithinAbs(8.381, 5e-4));
  CHECK_THAT(50 * expected_segment({.work = 2, .write = 0.05, .restore = 0.2, .rate = 1.0 / 8}),
             WithinAbs(119.788, 1e-3));
}

TEST_CASE("Daly's complete model is the segment without waiting, work over interval times",
          "[cost]") {
  const double minutes =
      expected_segment({.work = 116.689815, .write = 5, .restore = 10, .rate = 1.0 / 1440});
  CHECK_THAT(500.0 / (116.689815 / 60) * minutes / 60, WithinAbs(547.882, 0.01));
}

TEST_CASE("without interruptions a run takes what it takes", "[cost]") {
  const auto outlook = expect_run({.setup = 0.25, .work = 40, .evaluation = 1, .write = 0.1});
  CHECK(outlook.wall == 41.25);
  CHECK(outlook.segments == 1);
  CHECK(outlook.interruptions == 0);
}

TEST_CASE("a run shorter than its interval writes no checkpoint", "[cost]") {
  const auto outlook = expect_run({.work = 1, .write = 0.01, .rate = 1.0 / 1700});
  CHECK(outlook.segments == 1);
  CHECK_THAT(outlook.wall, WithinRel(1700 * std::expm1(1.0 / 1700), 1e-12));
}

TEST_CASE("a stated interval is kept with a short last segment", "[cost]") {
  const auto outlook = expect_run({.work = 10, .write = 0.1, .rate = 1.0 / 50, .interval = 4.0});
  CHECK(outlook.interval == 4);
  CHECK(outlook.segments == 3);
  const double by_hand = 2 * expected_segment({.work = 4, .write = 0.1, .rate = 1.0 / 50}) +
                         expected_segment({.work = 2, .rate = 1.0 / 50});
  CHECK_THAT(outlook.running, WithinRel(by_hand, 1e-12));
}

TEST_CASE("an interval that divides the work gives whole segments", "[cost]") {
  CHECK(expect_run({.work = 100, .write = 0.1, .rate = 0.01, .interval = 0.1}).segments == 1000);
}

TEST_CASE("the chosen number of segments is the best of all", "[cost]") {
  const double write = GENERATE(0.002, 0.05, 0.4);
  const double mean_between = GENERATE(3.0, 20.0, 400.0);
  InterruptibleRun run{
      .setup = 0.2, .work = 60, .write = write, .restore = 0.3, .rate = 1 / mean_between};
  const double chosen = expect_run(run).running;
  double best =
      expect_run({.setup = 0.2, .work = 60, .rate = run.rate, .progress = Progress::lost}).running;
  for (int segments = 2; segments <= 3000; ++segments) {
    run.interval = run.work / segments;
    best = std::min(best, expect_run(run).running);
  }
  CAPTURE(write, mean_between);
  CHECK(chosen <= best * (1 + 1e-12));
}

TEST_CASE("work that stays as it is made loses only restarts", "[cost]") {
  const auto outlook = expect_run({.setup = 0.1,
                                   .work = 48,
                                   .write = 0,
                                   .restore = 0.1,
                                   .rate = 1.0 / 4,
                                   .progress = Progress::kept_as_made});
  // 4 (e^(0.1/4) - 1) + 48 e^(0.1/4)
  CHECK_THAT(outlook.running, WithinRel(49.316376, 1e-6));
  CHECK(outlook.interval == 0);
}

TEST_CASE("a run that cannot pass its only block is infinite, not a number out of range",
          "[cost]") {
  const auto outlook = expect_run({.work = 1e5, .wait = 1, .rate = 1, .progress = Progress::lost});
  CHECK(std::isinf(outlook.wall));
}

TEST_CASE("the expected run agrees with a simulation of the process", "[cost][simulation]") {
  const auto progress = GENERATE(Progress::checkpointed, Progress::lost);
  const double rate = GENERATE(1.0 / 12, 1.0 / 60);
  const InterruptibleRun run{.setup = 0.5,
                             .work = 30,
                             .evaluation = 1,
                             .write = 0.1,
                             .restore = 0.8,
                             .wait = 0.4,
                             .rate = rate,
                             .progress = progress};
  const auto outlook = expect_run(run);
  std::mt19937_64 random(20261130);
  constexpr int k_runs = 40'000;
  double running = 0;
  double waiting = 0;
  for (int i = 0; i < k_runs; ++i) {
    const auto drawn = simulate(run, outlook.segments, random);
    running += drawn.running / k_runs;
    waiting += drawn.waiting / k_runs;
  }
  CAPTURE(rate, outlook.segments);
  CHECK_THAT(running, WithinRel(outlook.running, 0.02));
  CHECK_THAT(waiting, WithinRel(outlook.waiting, 0.04));
}
