#include "cost/commitment.hpp"
#include "fixture.hpp"

#include <array>

using namespace gpuplan::cost;
using namespace gpuplan::test;
using Catch::Matchers::WithinRel;
using gpuplan::catalog::Term;

TEST_CASE("both parts of a two-part fee make the effective rate", "[cost]") {
  // Three-year convertible partial upfront m5.large: 539 + 0.024 an hour over 26,280 hours.
  const auto rate = effective_hourly(money("539"), money("0.024"), 26280);
  CHECK(to_fixed(rate.value(), 5) == "0.04451");
  CHECK(running_hourly(*rate, money("539"), 26280) == money("0.024"));
}

TEST_CASE("the published order of payments holds for the two-part fee", "[cost]") {
  const auto partial = effective_hourly(money("539"), money("0.024"), 26280).value();
  const auto no_upfront = money("0.051");
  const auto on_demand = money("0.096");
  CHECK(partial < no_upfront);
  CHECK(no_upfront < on_demand);
  CHECK_THAT(break_even_utilization(no_upfront, on_demand), WithinRel(0.53125, 1e-12));
  CHECK_THAT(break_even_utilization(partial, on_demand), WithinRel(0.463642, 1e-5));
}

TEST_CASE("a discount of 40 % breaks even at 60 % use", "[cost]") {
  CHECK_THAT(break_even_utilization(money("0.6"), money("1")), WithinRel(0.6, 1e-12));
}

TEST_CASE("an upfront sum is repaid by the lower bill, or never", "[cost]") {
  CHECK_THAT(payback_months(5000, 2000, 1150), WithinRel(5.88235, 1e-5));
  CHECK(std::isinf(payback_months(5000, 1000, 1000)));
}

TEST_CASE("terms have their hours, unstated ones none", "[cost]") {
  CHECK(term_hours(Term::one_year) == 8760);
  CHECK(term_hours(Term::three_years) == 26280);
  CHECK_FALSE(term_hours(Term::none));
  CHECK_FALSE(term_hours(Term::not_stated));
}

TEST_CASE("the commitment level is the discount quantile of demand", "[cost]") {
  const std::array demand{0.0, 0.0, 2.0, 4.0, 4.0, 6.0, 8.0, 8.0, 8.0, 10.0};
  CHECK(commitment_level(demand, 0.6) == 4);
  CHECK(commitment_level(demand, 1.0) == 0);
  CHECK(commitment_level({}, 0.6) == 0);
}

TEST_CASE("no level is cheaper than the commitment level", "[cost]") {
  const std::array demand{3.0, 1.0, 7.0, 0.0, 5.0, 5.0, 2.0, 9.0, 4.0, 4.0, 6.0};
  const double ratio = GENERATE(0.05, 0.3, 0.45, 0.6, 0.8, 0.97);
  const auto cost = [&](double level) {
    double sum = 0;
    for (const double wanted : demand)
      sum += ratio * level + std::max(0.0, wanted - level);
    return sum;
  };
  const double best = cost(commitment_level(demand, ratio));
  for (double level = 0; level <= 10; level += 0.5)
    CHECK(best <= cost(level) + 1e-9);
}
