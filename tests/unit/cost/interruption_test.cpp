#include "cost/interruption.hpp"
#include "support/catch.hpp"

using namespace gpuplan::cost;
using Catch::Matchers::WithinRel;

TEST_CASE("a monthly share and an hourly chance convert to rates 700 apart", "[cost]") {
  // -730 / ln(0.8) h and -1 / ln(0.95) h.
  CHECK_THAT(1 / rate_of_monthly_share(0.20), WithinRel(3271.44, 1e-5));
  CHECK_THAT(1 / rate_of_hourly_chance(0.05), WithinRel(19.4957, 1e-5));
  CHECK_THAT(rate_of_hourly_chance(0.2) / rate_of_monthly_share(0.2), WithinRel(730.0, 1e-12));
}

TEST_CASE("an hourly chance of a tenth leaves 8 % of runs alive after a day", "[cost]") {
  CHECK_THAT(survival(rate_of_hourly_chance(0.10), 24), WithinRel(0.0797664, 1e-5)); // 0.9^24
}

TEST_CASE("the mean time between interruptions divides by the machines that must be up", "[cost]") {
  CHECK_THAT(1 / rate_of_job(1.0 / 64, 16), WithinRel(4.0, 1e-12));
}

TEST_CASE("no share is no interruption, ever", "[cost]") {
  CHECK(rate_of_monthly_share(0) == 0);
  CHECK(survival(0, 1e6) == 1);
}
