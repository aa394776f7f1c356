#include "cost/models/spot.hpp"
#include "fixture.hpp"

#include <cmath>

using namespace gpuplan::cost;
using namespace gpuplan::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using gpuplan::catalog::PurchaseOption;

namespace {

/// 100 h of work, 15 min set-up, 30 min evaluation. With 35 % of machines taken back a month, one
/// lives -730 / ln(0.65) = 1,694.589 h on average.
Usage hundred_hours() {
  Usage usage;
  usage.run = hours(100);
  usage.setup = hours(0.25);
  usage.evaluation = hours(0.5);
  return usage;
}

double interruption_hours(const Quote& quote, double hourly) {
  return amount_of(quote, LineKind::interruptions).value().to_double() / hourly;
}

} // namespace

TEST_CASE("a job that cannot resume pays for starting again", "[cost]") {
  const Market market;
  Usage usage = hundred_hours();
  usage.can_resume = false;
  const auto quote = full_quote(market.at("10", PurchaseOption::spot), usage, {});
  // M (e^(100.75/M) - 1) = 103.80524 h running, 0.061257 interruptions, each 10 min of waiting
  // that is not billed; half a second a replacement is lost to the billing step.
  CHECK_THAT(interruption_hours(*quote, 10), WithinAbs(3.05524 + 0.0000085, 1e-5));
  CHECK(amount_of(*quote, LineKind::compute) == money("1000"));
  CHECK_THAT(quote->spot->interruptions, WithinRel(0.0612569, 1e-5));
  CHECK_THAT(gpuplan::core::to_hours(quote->spot->expected_wall), WithinAbs(103.81545, 1e-5));
  CHECK_THAT(quote->spot->overhead_ratio, WithinAbs(103.81545 / 100.75 - 1, 1e-7));
  CHECK_THAT(quote->spot->completion_odds, WithinRel(0.9422789, 1e-6));
  CHECK(quote->wall == quote->spot->expected_wall);
}

TEST_CASE("all nodes must be up, and those that wait for one are billed", "[cost]") {
  const Market market;
  Usage usage = hundred_hours();
  usage.can_resume = false;
  usage.nodes = 4;
  const auto quote = full_quote(market.at("10", PurchaseOption::spot), usage, {});
  // M/4: 113.73890 h running, 0.268475 interruptions; 4 x 12.98890 h + 3 x 0.0447459 h of waiting.
  CHECK_THAT(interruption_hours(*quote, 10), WithinAbs(52.08985, 1e-4));
  CHECK_THAT(quote->spot->interruptions_per_hour, WithinRel(4 / 1694.589, 1e-6));
}

TEST_CASE("groups that work on without one another do not wait for one another", "[cost]") {
  const Market market;
  Usage usage = hundred_hours();
  usage.can_resume = false;
  const auto one = full_quote(market.at("10", PurchaseOption::spot), usage, {});
  usage.nodes = 4;
  usage.groups = 4;
  const auto four = full_quote(market.at("10", PurchaseOption::spot), usage, {});
  CHECK_THAT(interruption_hours(*four, 10), WithinRel(4 * interruption_hours(*one, 10), 1e-6));
  CHECK_THAT(four->spot->interruptions, WithinRel(4 * one->spot->interruptions, 1e-9));
  CHECK_THAT(four->spot->interruptions_per_hour, WithinRel(4 / 1694.589, 1e-6));
  CHECK_THAT(four->spot->completion_odds, WithinRel(std::exp(-4 * 100.75 / 1694.589), 1e-6));
  CHECK(four->wall == one->wall);
}

TEST_CASE("where writing is what costs, the line says checkpoints", "[cost]") {
  Market market;
  market.settings.checkpoint_stop = 0.01;
  Usage usage = hundred_hours();
  usage.checkpoint_bytes = 144e9; // 0.04 h at 1 GB/s
  const auto label = [&] {
    const auto quote = full_quote(market.at("10", PurchaseOption::spot), usage, {});
    for (const auto& line : quote->lines) {
      if (line.kind == LineKind::interruptions)
        return line.label;
    }
    return std::string{};
  };
  CHECK(label().starts_with("interruptions, "));
  usage.checkpoint_interval = hours(0.01);
  CHECK(label().starts_with("checkpoints every "));
}

TEST_CASE("stated checkpoints are written on demand as on spot, and none otherwise", "[cost]") {
  Market market;
  market.settings.checkpoint_stop = 0.01;
  Usage usage = hundred_hours();
  usage.checkpoint_bytes = 144e9; // 0.04 h at 1 GB/s
  const auto on_demand = market.at("10", PurchaseOption::on_demand);
  const auto plain = full_quote(on_demand, usage, {});
  CHECK_FALSE(amount_of(*plain, LineKind::interruptions).has_value());
  usage.checkpoint_interval = hours(25);
  const auto quote = full_quote(on_demand, usage, {});
  CHECK_THAT(interruption_hours(*quote, 10), WithinAbs(0.15, 1e-6)); // three writes of 0.05 h
  CHECK_THAT(gpuplan::core::to_hours(quote->wall - plain->wall), WithinAbs(0.15, 1e-6));
  CHECK_THAT((quote->total - plain->total).to_double(), WithinAbs(1.5, 1e-2)); // kept a bit longer
  CHECK(quote->notes.size() == plain->notes.size());
  const auto line = std::find_if(quote->lines.begin(), quote->lines.end(), [](const auto& entry) {
    return entry.kind == LineKind::interruptions;
  });
  REQUIRE(line != quote->lines.end());
  CHECK(line->label == "writing checkpoints every 25.0 h");
  usage.can_resume = false;
  CHECK(full_quote(on_demand, usage, {})->wall == plain->wall);
}

TEST_CASE("no checkpoint is written after the last stretch, and stops are bounded", "[cost]") {
  const Market market;
  Usage usage = hundred_hours();
  usage.checkpoint_bytes = 144e9;
  usage.checkpoint_interval = usage.run;
  CHECK(writing_time(market.settings, usage)->count() == 0);
  usage.checkpoint_interval = gpuplan::core::Milliseconds{1};
  usage.run = hours(800'000);
  CHECK_FALSE(full_quote(market.at("10", PurchaseOption::on_demand), usage, {}).known());
}

TEST_CASE("checkpoints bound the loss at the price of writing them", "[cost]") {
  Market market;
  market.settings.checkpoint_stop = 0.01;
  Usage usage = hundred_hours();
  usage.checkpoint_bytes = 144e9; // 0.04 h at 1 GB/s
  usage.checkpoint_interval = hours(25);
  const auto quote = full_quote(market.at("10", PurchaseOption::spot), usage, {});
  // Four segments, three writes of 0.05 h, restores of 0.29 h: 101.667798 h running.
  CHECK_THAT(interruption_hours(*quote, 10), WithinAbs(0.917798, 2e-5));
  CHECK(quote->spot->checkpoint_interval == hours(25));
}

TEST_CASE("the interval is Daly's near where none is given", "[cost]") {
  const Market market;
  Usage usage = hundred_hours();
  usage.run = hours(2000);
  usage.checkpoint_bytes = 360e9; // 0.1 h
  const auto quote = full_quote(market.at("10", PurchaseOption::spot), usage, {});
  const double daly = daly_interval(0.1, 1694.589); // 18.3 h
  CHECK_THAT(gpuplan::core::to_hours(quote->spot->checkpoint_interval), WithinRel(daly, 0.01));
}

TEST_CASE("a stated bandwidth of all nodes replaces the default per node", "[cost]") {
  const Market market;
  Usage usage = hundred_hours();
  usage.nodes = 4;
  usage.checkpoint_bytes = 144e9;
  const auto rates = market.at("10", PurchaseOption::spot);
  CHECK_THAT(interruptible_run(rates, usage)->write, WithinRel(0.01, 1e-12));
  usage.checkpoint_write_bytes_s = 1e9;
  CHECK_THAT(interruptible_run(rates, usage)->write, WithinRel(0.04, 1e-12));
}

TEST_CASE("finished pieces that stay lose nothing but the restart", "[cost]") {
  const Market market;
  const Usage usage = hundred_hours(); // resumes, nothing to write
  const auto quote = full_quote(market.at("10", PurchaseOption::spot), usage, {});
  CHECK(interruption_hours(*quote, 10) < 0.25 * 0.07);
  CHECK(quote->spot->checkpoint_interval.count() == 0);
}

TEST_CASE("billing by the hour costs half an hour more for each replacement", "[cost]") {
  const Market market;
  auto rates = market.at("10", PurchaseOption::spot);
  Usage usage = hundred_hours();
  usage.can_resume = false;
  const auto by_second = full_quote(rates, usage, {});
  rates.step = {.increment = hours(1), .minimum = hours(1)};
  const auto by_hour = full_quote(rates, usage, {});
  CHECK(amount_of(*by_hour, LineKind::compute) == money("1002.5")); // 101 h less set-up, evaluation
  CHECK_THAT(interruption_hours(*by_hour, 10) - interruption_hours(*by_second, 10),
             WithinAbs(0.0612569 * (0.5 - 0.5 / 3600), 1e-5));
}

TEST_CASE("serving on spot pays the set-up of replaced replicas", "[cost]") {
  const Market market;
  Usage usage;
  usage.serving = true;
  usage.nodes = 10;
  usage.setup = hours(0.5);
  const auto quote = full_quote(market.at("2", PurchaseOption::spot), usage, {});
  // 10 x 730 h / 1,694.589 h = 4.307829 replacements of 0.5 h and half a second.
  CHECK(amount_of(*quote, LineKind::compute) == money("14600"));
  CHECK_THAT(interruption_hours(*quote, 2), WithinAbs(4.307829 * (0.5 + 0.5 / 3600), 1e-5));
  CHECK(quote->wall == hours(730));
}

TEST_CASE("a run that would hardly ever end has no price, with the reason", "[cost]") {
  const Market market;
  Usage usage = hundred_hours();
  usage.can_resume = false;
  usage.run = hours(20'000);
  usage.nodes = 64;
  const auto total = total_cost(market.at("10", PurchaseOption::spot), usage);
  CHECK_FALSE(total.known());
  CHECK_THAT(std::string(total.why_unknown()), ContainsSubstring("would not end"));
}

TEST_CASE("an unknown or impossible rate of interruptions leaves spot without a price", "[cost]") {
  const Market market;
  auto rates = market.at("10", PurchaseOption::spot);
  rates.monthly_rate = {};
  CHECK_FALSE(total_cost(rates, hundred_hours()).known());
  rates.monthly_rate = 1.0;
  CHECK_FALSE(total_cost(rates, hundred_hours()).known());
}

TEST_CASE("spot dearer than on demand is said, with its break-even", "[cost]") {
  const Market market;
  auto rates = market.at("0.49", PurchaseOption::spot);
  rates.on_demand_hourly = money("0.44");
  const auto quote = full_quote(rates, hundred_hours(), {});
  CHECK(says(quote->notes, "spot is 11.4 % dearer than on demand"));
  CHECK(quote->total > total_cost(market.at("0.44"), hundred_hours()).value());
  CHECK(quote->spot->break_even_hourly.value() < money("0.44"));
}

TEST_CASE("at its break-even price spot costs what on demand costs", "[cost]") {
  const Market market;
  auto rates = market.at("0.30", PurchaseOption::spot);
  rates.on_demand_hourly = money("0.44");
  Usage usage = hundred_hours();
  usage.can_resume = false;
  const auto even = full_quote(rates, usage, {})->spot->break_even_hourly.value();
  rates.hourly = even;
  CHECK_THAT(total_cost(rates, usage)->to_double(),
             WithinRel(total_cost(market.at("0.44"), usage)->to_double(), 1e-8));
}

TEST_CASE("spot only, measured: the closed form meets a thousand runs over a real trace",
          "[cost]") {
  // 48 h of work, restarts of 0.1 h, no deadline, 0.9731 USD/h on V100s that were up 4.0833 h on
  // average between losses: 1,000 simulated runs cost 48.19 USD on average
  // (Michaelvll/skypilot-spot-strategy:exp/@1c36973, trace us-west-2a of October 2022).
  const auto outlook = expect_run({.setup = 0.1,
                                   .work = 48,
                                   .restore = 0.1,
                                   .rate = 1 / 4.0833,
                                   .progress = Progress::kept_as_made});
  CHECK_THAT(outlook.running * 0.9731, WithinRel(48.19, 0.01));
}
