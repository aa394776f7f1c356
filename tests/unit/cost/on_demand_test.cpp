#include "fixture.hpp"

using namespace gpuplan::cost;
using namespace gpuplan::test;
using gpuplan::catalog::PurchaseOption;
using gpuplan::core::Milliseconds;

TEST_CASE("run, set-up and evaluation are lines of their own", "[cost]") {
  const Market market;
  Usage usage = run_of(10);
  usage.nodes = 2;
  usage.setup = hours(0.25);
  usage.evaluation = hours(0.5);
  const auto quote = full_quote(market.at("55.04"), usage, {});
  CHECK(amount_of(*quote, LineKind::compute) == money("1100.80"));
  CHECK(amount_of(*quote, LineKind::setup) == money("27.52"));
  CHECK(amount_of(*quote, LineKind::evaluation) == money("55.04"));
  CHECK(quote->total == money("1183.36"));
  CHECK(quote->wall == hours(10.75));
  CHECK(quote->paid_at_start == money("0"));
}

TEST_CASE("a repeat pays set-up and run again", "[cost]") {
  const Market market;
  Usage usage = run_of(10);
  usage.setup = hours(0.25);
  usage.evaluation = hours(0.5);
  usage.retries = 0.2;
  const auto quote = full_quote(market.at("100"), usage, {});
  CHECK(amount_of(*quote, LineKind::retries) == money("205")); // 0.2 x 10.25 h
  CHECK(quote->wall == hours(10.75 + 2.05));
}

TEST_CASE("each start is billed in steps and at least the minimum", "[cost]") {
  struct Bill {
    const char* hourly;
    double run_s;
    double increment_s;
    double minimum_s;
    const char* expected;
  };

  const auto bill = GENERATE(Bill{"3.60", 45, 1, 60, "0.06"},     // EC2, GCE
                             Bill{"12.00", 1500, 1, 1, "5"},      // Ctyun, published
                             Bill{"5.5", 480, 900, 900, "1.375"}, // FPT, published
                             Bill{"10", 5400, 3600, 3600, "20"},  // SUSE image, 90 min
                             Bill{"10", 3600, 3600, 3600, "10"},  // no step too many
                             Bill{"3.6", 61.5, 1, 60, "0.062"},   // part of a second
                             Bill{"3.6", 60.001, 60, 0, "0.12"},
                             Bill{"3.6", 0, 1, 60, "0"}); // nothing started
  const Market market;
  auto rates = market.at(bill.hourly);
  rates.step = {.increment = hours(bill.increment_s / 3600),
                .minimum = hours(bill.minimum_s / 3600)};
  Usage usage = run_of(bill.run_s / 3600);
  CAPTURE(bill.hourly, bill.run_s);
  CHECK(to_decimal(total_cost(rates, usage).value()) == bill.expected);
  usage.nodes = 3; // a minimum per instance, not per job
  const auto three = scale(money(bill.expected), 3, 1).value();
  CHECK(total_cost(rates, usage).value() == three);
}

TEST_CASE("hours to a month keep the digits of the rate", "[cost]") {
  const Market market;
  CHECK(to_decimal(total_cost(market.at("0.0084"), run_of(730)).value()) == "6.132");
}

TEST_CASE("serving costs a month of its nodes and nothing is scaled by the estimate", "[cost]") {
  const Market market;
  Usage usage;
  usage.serving = true;
  usage.nodes = 2;
  usage.setup = hours(1);
  const auto quote = full_quote(market.at("10"), usage, {.factor_low = 0.5, .factor_high = 2});
  CHECK(quote->total == money("14600"));
  CHECK(quote->monthly == money("14600"));
  CHECK(quote->total_low == quote->total);
  CHECK(quote->total_high == quote->total);
  usage.hours_per_month = 200;
  CHECK(total_cost(market.at("10"), usage).value() == money("4000"));
}

TEST_CASE("a project with hours a month has a monthly cost", "[cost]") {
  const Market market;
  Usage usage = run_of(3942);
  usage.nodes = 2;
  usage.hours_per_month = 438;
  const auto quote = full_quote(market.at("55.04"), usage, {});
  CHECK(quote->total == money("433935.36"));  // 2 x 3,942 h
  CHECK(quote->monthly == money("48215.04")); // 2 x 438 h
  usage.hours_per_month.reset();
  CHECK_FALSE(full_quote(market.at("55.04"), usage, {})->monthly.known());
}

TEST_CASE("flex start is billed like on demand and says that it waits", "[cost]") {
  const Market market;
  const auto usage = run_of(7);
  const auto quote = full_quote(market.at("64.44", PurchaseOption::flex_start), usage, {});
  CHECK(quote->total == total_cost(market.at("64.44"), usage).value());
  CHECK(says(quote->notes, "starts when there is room"));
}

TEST_CASE("an assumed billing step is named", "[cost]") {
  const Market market;
  auto rates = market.at("1");
  rates.step_assumed = true;
  rates.step.increment = Milliseconds{60'000};
  const auto quote = full_quote(rates, run_of(1), {});
  CHECK(says(quote->notes, "states no billing step: by the minute, assumed"));
}
