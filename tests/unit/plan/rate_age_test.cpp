#include "plan/request/rate_age.hpp"

using namespace gpuplan;

namespace {

cost::ExchangeRates rate_of(const std::string& day) {
  const std::vector<std::string> texts{"CNY=0.14USD@" + day};
  return std::get<cost::ExchangeRates>(cost::parse_exchange_rates(texts));
}

const auto k_day_of_answer = *core::parse_date("2026-11-30");

} // namespace

TEST_CASE("a rate of a later day is refused, of the day after let pass", "[plan]") {
  CHECK_FALSE(plan::later_rate(rate_of("2026-11-30"), k_day_of_answer).has_value());
  CHECK_FALSE(plan::later_rate(rate_of("2026-12-01"), k_day_of_answer).has_value());
  REQUIRE(plan::later_rate(rate_of("2026-12-02"), k_day_of_answer).has_value());
}

TEST_CASE("a rate is old after as many days as the setting says", "[plan]") {
  const auto& catalog = catalog::Catalog::built_in();
  CHECK(plan::old_rates(catalog, rate_of("2026-09-01"), k_day_of_answer).empty());
  CHECK(plan::old_rates(catalog, rate_of("2026-08-31"), k_day_of_answer).size() == 1);
}
