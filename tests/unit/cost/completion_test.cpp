#include "cost/completion.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using namespace gpuplan::cost;
using Catch::Matchers::WithinAbs;

namespace {

std::vector<double> simulated_walls(const InterruptibleRun& run, double segments, int runs) {
  std::mt19937_64 random(7);
  std::exponential_distribution<double> life(run.rate);
  std::vector<double> walls;
  for (int i = 0; i < runs; ++i) {
    double wall = 0;
    for (double segment = 0; segment < segments; ++segment) {
      const bool last = segment + 1 >= segments;
      const double length = run.work / segments + (last ? run.evaluation : run.write);
      double block = length + (segment < 1 ? run.setup : 0);
      const double again = length + (segment < 1 ? run.setup : run.restore);
      for (double lived = life(random); lived < block; lived = life(random)) {
        wall += lived + run.wait;
        block = again;
      }
      wall += block;
    }
    walls.push_back(wall);
  }
  std::sort(walls.begin(), walls.end());
  return walls;
}

} // namespace

TEST_CASE("the odds to be done in time agree with a simulation", "[cost][simulation]") {
  const auto progress = GENERATE(Progress::checkpointed, Progress::lost);
  const double rate = GENERATE(1.0 / 20, 1.0 / 100, 1.0 / 600);
  const InterruptibleRun run{.setup = 0.3,
                             .work = 40,
                             .evaluation = 0.5,
                             .write = 0.1,
                             .restore = 0.5,
                             .wait = 0.5,
                             .rate = rate,
                             .progress = progress};
  const auto outlook = expect_run(run);
  const auto walls = simulated_walls(run, outlook.segments, 20'000);
  const auto below = [&](double hours) {
    const auto count = std::lower_bound(walls.begin(), walls.end(), hours) - walls.begin();
    return static_cast<double>(count) / static_cast<double>(walls.size());
  };
  const double undisturbed = walls.front();
  // 0.02 of the approximation and 0.005 of 20,000 draws.
  for (const double beyond : {1.01, 1.05, 1.1, 1.25, 1.5, 2.0, 4.0}) {
    CAPTURE(rate, outlook.segments, beyond);
    CHECK_THAT(odds_within(run, outlook, beyond * undisturbed),
               WithinAbs(below(beyond * undisturbed), 0.025));
  }
}

TEST_CASE("the odds rise with the deadline and begin at the undisturbed time", "[cost]") {
  const InterruptibleRun run{.work = 72, .write = 0.01, .restore = 0.2, .wait = 0.2, .rate = 0.01};
  const auto outlook = expect_run(run);
  CHECK(odds_within(run, outlook, 71.9) == 0);
  double before = 0;
  for (double deadline = 72.5; deadline < 90; deadline += 0.25) {
    const double odds = odds_within(run, outlook, deadline);
    CHECK(odds >= before);
    before = odds;
  }
  CHECK(before > 0.999);
}

TEST_CASE("the hours for odds turn the odds around", "[cost]") {
  const InterruptibleRun run{.work = 72, .write = 0.01, .restore = 0.2, .wait = 0.2, .rate = 0.02};
  const auto outlook = expect_run(run);
  for (const double odds : {0.5, 0.9, 0.95, 0.999}) {
    const double hours = hours_for_odds(run, outlook, odds);
    CHECK(odds_within(run, outlook, hours) >= odds);
    CHECK(odds_within(run, outlook, hours - 0.01) <= odds);
  }
}

TEST_CASE("thousands of interruptions still have odds around the expectation", "[cost]") {
  const InterruptibleRun run{
      .work = 5000, .write = 0.005, .restore = 0.05, .wait = 0.05, .rate = 0.5};
  const auto outlook = expect_run(run);
  CHECK(outlook.interruptions > 2000);
  CHECK_THAT(odds_within(run, outlook, outlook.wall), WithinAbs(0.5, 0.02));
  CHECK(odds_within(run, outlook, outlook.wall * 1.1) > 0.99);
}

TEST_CASE("without interruptions the time is certain", "[cost]") {
  const InterruptibleRun run{.work = 10};
  const auto outlook = expect_run(run);
  CHECK(odds_within(run, outlook, 10) == 1);
  CHECK(odds_within(run, outlook, 9.99) == 0);
  CHECK(hours_for_odds(run, outlook, 0.95) == 10);
}
