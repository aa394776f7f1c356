#include "fixture.hpp"

using namespace gpuplan::cost;
using namespace gpuplan::test;
using Catch::Matchers::WithinRel;
using gpuplan::catalog::PurchaseOption;
using gpuplan::catalog::Term;

TEST_CASE("an offer without a price has no total, with its reason", "[cost]") {
  const Market market;
  auto rates = market.at("1");
  rates.hourly = gpuplan::core::Unknown{"no on-demand price (reservation only)"};
  const auto total = total_cost(rates, run_of(1));
  CHECK_FALSE(total.known());
  CHECK(total.why_unknown() == "no on-demand price (reservation only)");
  CHECK_FALSE(full_quote(rates, run_of(1), {}).known());
}

TEST_CASE("a price of zero is no price on any terms", "[cost]") {
  const Market market;
  for (std::size_t option = 0; option < gpuplan::catalog::k_purchase_options; ++option) {
    const auto total = total_cost(market.at("0", static_cast<PurchaseOption>(option)), run_of(1));
    CHECK_FALSE(total.known());
    CHECK_THAT(std::string(total.why_unknown()), ContainsSubstring("zero"));
  }
}

TEST_CASE("spot is ranked by its own price, and one without a spot price by none", "[cost]") {
  // X on demand 1.00, spot 0.60; Y 1.10, 0.40; Z 0.90, no spot.
  const Market market;
  const auto spot = [&](const char* hourly) {
    return total_cost(market.at(hourly, PurchaseOption::spot), run_of(1)).value();
  };
  CHECK(spot("0.40") < spot("0.60"));
  CHECK(spot("0.60") < total_cost(market.at("0.90"), run_of(1)).value());
  auto none = market.at("1", PurchaseOption::spot);
  none.hourly = {};
  CHECK_FALSE(total_cost(none, run_of(1)).known());
}

TEST_CASE("the range follows the band of the estimated time", "[cost]") {
  const Market market;
  Usage usage = run_of(10);
  usage.setup = hours(1); // not estimated: stays
  const auto quote = full_quote(market.at("2"), usage, {.factor_low = 0.9, .factor_high = 1.25});
  CHECK(quote->total == money("22"));
  CHECK(quote->total_low == money("20"));
  CHECK(quote->total_high == money("27"));
}

TEST_CASE("a band that lies above its point keeps its side", "[cost]") {
  const Market market;
  const auto quote =
      full_quote(market.at("2"), run_of(10), {.factor_low = 1.1, .factor_high = 1.3});
  CHECK(quote->total_low == money("22"));
  CHECK(quote->total_high == money("26"));
}

TEST_CASE("the range of spot holds the band of the rate", "[cost]") {
  const Market market;
  Usage usage = run_of(100);
  usage.can_resume = false;
  auto rates = market.at("10", PurchaseOption::spot);
  const auto quote = full_quote(rates, usage, {});
  rates.monthly_rate = 0.20;
  const auto low = total_cost(rates, usage).value();
  rates.monthly_rate = 0.60;
  const auto high = total_cost(rates, usage).value();
  CHECK_THAT(quote->total_low.to_double(), WithinRel(low.to_double(), 1e-9));
  CHECK_THAT(quote->total_high.to_double(), WithinRel(high.to_double(), 1e-9));
  CHECK(quote->spot->monthly_rate == 0.35);
  CHECK(quote->spot->monthly_rate_low == 0.20);
  CHECK(quote->spot->monthly_rate_high == 0.60);
}

TEST_CASE("a stated rate outside the band widens it and stays inside", "[cost]") {
  const Market market;
  Usage usage = run_of(100);
  usage.can_resume = false;
  auto rates = market.at("10", PurchaseOption::spot);
  rates.monthly_rate = 0.05;
  const auto quote = full_quote(rates, usage, {});
  CHECK(quote->spot->monthly_rate_low == 0.05);
  CHECK(quote->spot->monthly_rate_high == 0.60);
  CHECK(quote->total_low == quote->total);
  CHECK(quote->total < quote->total_high);
}

TEST_CASE("two independent uncertainties join as a root of squares", "[cost]") {
  const Market market;
  Usage usage = run_of(100);
  usage.can_resume = false;
  auto rates = market.at("10", PurchaseOption::spot);
  const TimeBand band{.factor_low = 0.97, .factor_high = 1.03};
  const auto quote = full_quote(rates, usage, band);
  Usage longer = usage;
  longer.run = hours(103);
  const double by_time = total_cost(rates, longer)->to_double() - quote->total.to_double();
  rates.monthly_rate = 0.60;
  const double by_rate = total_cost(rates, usage)->to_double() - quote->total.to_double();
  CHECK_THAT(quote->total_high.to_double() - quote->total.to_double(),
             WithinRel(std::sqrt(by_time * by_time + by_rate * by_rate), 1e-6));
}

TEST_CASE("the dear end of a run that might never end is open and said", "[cost]") {
  Market market;
  market.settings.monthly_rate_high = 0.999999;
  Usage usage = run_of(3000);
  usage.can_resume = false;
  const auto quote = full_quote(market.at("10", PurchaseOption::spot), usage, {});
  REQUIRE(quote.known());
  CHECK(quote->total_high > money("9000000000"));
  CHECK(says(quote->notes, "might never end"));
}

TEST_CASE("an amount that does not fit is unknown, never wrapped or fatal", "[cost]") {
  const Market market;
  Usage usage = run_of(500'000);
  usage.nodes = 1000;
  CHECK_FALSE(total_cost(market.at("100"), usage).known());
  CHECK_FALSE(full_quote(market.at("100"), usage, {}).known());
  usage.nodes = 2'000'000;
  CHECK_FALSE(total_cost(market.at("100"), usage).known());
  usage.nodes = 1;
  usage.run = gpuplan::core::Milliseconds::max();
  CHECK_FALSE(total_cost(market.at("100"), usage).known());
}

TEST_CASE("lines have words, units and the place of their rate", "[cost]") {
  const Market market;
  auto rates = market.at("21.153");
  rates.price_source = "prices.csv:612, 2026-09-19, lowest zone";
  Usage usage = run_of(1.24);
  usage.checkpoint_bytes = 112e9;
  const auto quote = full_quote(rates, usage, {});
  REQUIRE(quote->lines.size() == 2);
  CHECK(quote->lines[0].label == "run, billed by the second");
  CHECK(quote->lines[0].unit == "h");
  CHECK(quote->lines[0].quantity == 1.24);
  CHECK(quote->lines[0].source == "prices.csv:612, 2026-09-19, lowest zone");
  CHECK(quote->lines[1].label == "checkpoint 112 GB, 2 kept in object storage, 25.2 h");
  CHECK(quote->lines[1].unit == "GB-month");
}

TEST_CASE("kinds of lines have names of their own", "[cost]") {
  CHECK(to_string(LineKind::compute) == "compute");
  CHECK(to_string(LineKind::commitment) == "commitment");
  CHECK(to_string(LineKind::transfer) == "transfer");
}
