#include "core/spread.hpp"
#include "support/catch.hpp"

using gpuplan::core::odds_within;
using gpuplan::core::Spread;

TEST_CASE("the odds of a limit agree with the three points of a range", "[core][spread]") {
  const Spread spread{.low = 5, .median = 10, .high = 30};
  CHECK_THAT(odds_within(spread, 5), Catch::Matchers::WithinAbs(0.1, 1e-9));
  CHECK_THAT(odds_within(spread, 10), Catch::Matchers::WithinAbs(0.5, 1e-9));
  CHECK_THAT(odds_within(spread, 30), Catch::Matchers::WithinAbs(0.9, 1e-9));
  // One standard deviation above: ln(x / 10) = ln(3) / 1.28155.
  CHECK_THAT(odds_within(spread, 23.5655), Catch::Matchers::WithinAbs(0.8413, 1e-4));
}

TEST_CASE("a range without width is a step, and nothing lies below zero", "[core][spread]") {
  const Spread step{.low = 10, .median = 10, .high = 10};
  CHECK(odds_within(step, 9.9) == 0);
  CHECK(odds_within(step, 10) == 1);
  CHECK(odds_within({.low = 5, .median = 10, .high = 20}, 0) == 0);
}
