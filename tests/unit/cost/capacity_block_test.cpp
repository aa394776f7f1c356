#include "cost/models/capacity_block.hpp"
#include "fixture.hpp"

using namespace gpuplan::cost;
using namespace gpuplan::test;
using gpuplan::catalog::PurchaseOption;

namespace {

constexpr double k_day = 24;

Rates block(const Market& market, const char* hourly) {
  auto rates = market.at(hourly, PurchaseOption::capacity_block);
  rates.step = {.increment = hours(k_day), .minimum = hours(k_day)};
  rates.removed_before_end = hours(0.5);
  return rates;
}

} // namespace

TEST_CASE("blocks grow by the day to two weeks, then by the week to 26", "[cost]") {
  const BlockSteps steps{.day = hours(24),
                         .daily_until = hours(14 * k_day),
                         .step_beyond = hours(7 * k_day),
                         .longest = hours(182 * k_day)};
  CHECK(block_length(hours(1), steps) == hours(k_day));
  CHECK(block_length(hours(24), steps) == hours(k_day));
  CHECK(block_length(hours(24.001), steps) == hours(2 * k_day));
  CHECK(block_length(hours(14 * k_day), steps) == hours(14 * k_day));
  CHECK(block_length(hours(14 * k_day + 1), steps) == hours(21 * k_day));
  CHECK(block_length(hours(182 * k_day), steps) == hours(182 * k_day));
  CHECK_FALSE(block_length(hours(182 * k_day + 1), steps).has_value());
}

TEST_CASE("a block is paid whole and at the start", "[cost]") {
  const Market market;
  Usage usage;
  usage.run = hours(30);
  usage.nodes = 2;
  const auto quote = full_quote(block(market, "31.464"), usage, {});
  CHECK(amount_of(*quote, LineKind::compute) == money("1887.84"));     // 2 x 30 h
  CHECK(amount_of(*quote, LineKind::commitment) == money("1132.704")); // 2 x 18 h
  CHECK(quote->total == money("3020.544"));
  CHECK(quote->paid_at_start == money("3020.544"));
  CHECK(quote->wall == hours(30));
}

TEST_CASE("machines go half an hour before the block ends", "[cost]") {
  const Market market;
  Usage usage;
  usage.run = hours(23.5);
  CHECK(total_cost(block(market, "10"), usage).value() == money("240"));
  usage.run = hours(23.6);
  CHECK(total_cost(block(market, "10"), usage).value() == money("480"));
}

TEST_CASE("a job longer than the longest block has no price there", "[cost]") {
  const Market market;
  Usage usage;
  usage.run = hours(182 * k_day);
  const auto total = total_cost(block(market, "10"), usage);
  CHECK_FALSE(total.known());
  CHECK(total.why_unknown() == "longer than the longest block");
}

TEST_CASE("a block of unstated lengths has no price", "[cost]") {
  const Market market;
  Usage usage;
  usage.run = hours(1);
  auto rates = block(market, "10");
  rates.step_assumed = true;
  CHECK_FALSE(total_cost(rates, usage).known());
}
