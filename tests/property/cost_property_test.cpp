#include "cost/prepared_use.hpp"
#include "random_use.hpp"

#include <numeric>

/// What holds for every offer and every use. Seeds are fixed.

using namespace gpuplan::cost;
using namespace gpuplan::test;
using gpuplan::catalog::PurchaseOption;
using gpuplan::core::Milliseconds;
using gpuplan::core::Money;

namespace {

constexpr int k_draws = 20'000;

/// A share of the draws that must be priced, or the property was tested on nothing.
constexpr int k_least_priced = k_draws / 2;

Rates without_interruptions(Rates rates) {
  rates.monthly_rate = 0.0;
  return rates;
}

/// What two totals of one cost may differ by: lines are rounded apart, and shares of unused time to
/// the millisecond.
double rounding(const Rates& rates, const Usage& usage) {
  constexpr double k_lines = 9;
  const double a_millisecond = rates.hourly->to_double() * static_cast<double>(usage.nodes) / 3.6e6;
  return k_lines * 1e-9 + 2 * a_millisecond;
}

} // namespace

TEST_CASE("a use prepared once is charged as one that is not", "[cost][property]") {
  RandomUse draw(31);
  int priced = 0;
  for (int i = 0; i < k_draws; ++i) {
    const auto rates = draw.rates();
    const auto usage = draw.usage();
    const auto straight = charge_of(rates, usage);
    const auto prepared = charge_of(rates, gpuplan::cost::prepared(rates, usage));
    REQUIRE(prepared.known() == straight.known());
    REQUIRE(prepared.why_unknown() == straight.why_unknown());
    if (!straight)
      continue;
    ++priced;
    REQUIRE(prepared->total == straight->total);
    REQUIRE(prepared->wall == straight->wall);
  }
  CHECK(priced > k_least_priced);
}

TEST_CASE("a total is the exact sum of its lines and the fast total", "[cost][property]") {
  RandomUse draw(1);
  int priced = 0;
  for (int i = 0; i < k_draws; ++i) {
    const auto rates = draw.rates();
    const auto usage = draw.usage();
    const auto total = total_cost(rates, usage);
    const auto charge = charge_of(rates, usage);
    const auto quote = full_quote(rates, usage, {.factor_low = 0.8, .factor_high = 1.3});
    REQUIRE(total.known() == quote.known());
    REQUIRE(charge.known() == quote.known());
    if (!total) {
      REQUIRE(total.why_unknown() == quote.why_unknown());
      continue;
    }
    ++priced;
    Money sum{0, rates.hourly->currency()};
    for (const QuoteLine& line : quote->lines)
      sum += line.amount; // aborts where a line is in another currency
    REQUIRE(sum == quote->total);
    REQUIRE(*total == quote->total);
    REQUIRE(charge->total == quote->total);
    REQUIRE(charge->wall == quote->wall);
  }
  CHECK(priced > k_least_priced);
}

TEST_CASE("an amount is its quantity times its rate", "[cost][property]") {
  RandomUse draw(2);
  for (int i = 0; i < k_draws; ++i) {
    const auto quote = full_quote(draw.rates(), draw.usage(), {});
    if (!quote)
      continue;
    for (const QuoteLine& line : quote->lines) {
      REQUIRE(line.amount.nanos() >= 0);
      if (!line.rate)
        continue;
      const double product = line.quantity * line.rate->to_double();
      REQUIRE(std::abs(line.amount.to_double() - product) <= 1e-9 + 1e-12 * product);
    }
  }
}

TEST_CASE("the range lies around the total", "[cost][property]") {
  RandomUse draw(3);
  for (int i = 0; i < k_draws; ++i) {
    auto rates = draw.rates();
    rates.monthly_rate = draw.within(0.20, 0.60);
    const auto usage = draw.usage();
    const auto quote = full_quote(rates, usage, {.factor_low = 0.8, .factor_high = 1.3});
    if (!quote)
      continue;
    const double total = quote->total.to_double();
    REQUIRE(quote->total_low.to_double() <= total + rounding(rates, usage));
    REQUIRE(total <= quote->total_high.to_double() + rounding(rates, usage));
  }
}

TEST_CASE("a dearer price never makes a use cheaper", "[cost][property]") {
  RandomUse draw(4);
  int compared = 0;
  for (int i = 0; i < k_draws; ++i) {
    auto rates = draw.rates();
    const auto usage = draw.usage();
    const auto total = total_cost(rates, usage);
    rates.hourly =
        Money{rates.hourly->nanos() + draw.whole(1, 1'000'000'000), rates.hourly->currency()};
    const auto dearer = total_cost(rates, usage);
    if (!total || !dearer)
      continue;
    ++compared;
    REQUIRE(*dearer >= *total);
  }
  CHECK(compared > k_least_priced);
}

TEST_CASE("a longer run is never cheaper", "[cost][property]") {
  RandomUse draw(5);
  for (int i = 0; i < k_draws; ++i) {
    auto rates = draw.rates();
    auto usage = draw.usage();
    const auto total = total_cost(rates, usage);
    usage.run += draw.time();
    const auto longer = total_cost(rates, usage);
    if (!total || !longer)
      continue;
    REQUIRE(longer->to_double() >= total->to_double() - rounding(rates, usage));
  }
}

TEST_CASE("hours scale what is billed by the hour", "[cost][property]") {
  RandomUse draw(6);
  for (int i = 0; i < k_draws; ++i) {
    auto rates = draw.rates();
    rates.option = PurchaseOption::on_demand;
    Usage usage;
    usage.nodes = draw.whole(1, 64);
    usage.run = draw.whole(1, 400) * rates.step.increment;
    rates.step.minimum = rates.step.increment;
    const auto once = total_cost(rates, usage);
    const std::int64_t times = draw.whole(2, 50);
    usage.run *= times;
    const auto many = total_cost(rates, usage);
    REQUIRE(once.known());
    if (!many)
      continue;
    // Each of the two is rounded once.
    REQUIRE(std::abs(many->nanos() - times * once->nanos()) <= times);
  }
}

TEST_CASE("more interruptions never make spot cheaper", "[cost][property]") {
  RandomUse draw(7);
  for (int i = 0; i < k_draws; ++i) {
    auto rates = draw.rates();
    rates.option = PurchaseOption::spot;
    const auto usage = draw.usage();
    rates.monthly_rate = draw.within(0, 0.5);
    const auto calm = total_cost(rates, usage);
    rates.monthly_rate = *rates.monthly_rate + draw.within(0, 0.4);
    const auto rough = total_cost(rates, usage);
    if (!calm || !rough)
      continue;
    if (usage.run > hours(1) && !usage.serving && *rates.monthly_rate > 0.01)
      REQUIRE(*rough > total_cost(without_interruptions(rates), usage).value());
    REQUIRE(rough->to_double() >= calm->to_double() - rounding(rates, usage));
  }
}

TEST_CASE("spot at the price of on demand is never cheaper than on demand", "[cost][property]") {
  RandomUse draw(8);
  for (int i = 0; i < k_draws; ++i) {
    auto rates = draw.rates();
    const auto usage = draw.usage();
    rates.option = PurchaseOption::spot;
    const auto spot = total_cost(rates, usage);
    rates.option = PurchaseOption::on_demand;
    const auto on_demand = total_cost(rates, usage);
    if (spot && on_demand)
      REQUIRE(*spot >= *on_demand);
  }
}

TEST_CASE("a commitment never costs more than all its terms nor less than its hours",
          "[cost][property]") {
  RandomUse draw(9);
  for (int i = 0; i < k_draws; ++i) {
    auto rates = draw.rates();
    rates.on_demand_hourly = gpuplan::core::Unknown{"none"};
    rates.option = PurchaseOption::reserved;
    rates.term = gpuplan::catalog::Term::one_year;
    auto usage = draw.usage();
    usage.checkpoint_bytes = usage.dataset_bytes = usage.transfer_bytes = 0;
    const auto total = total_cost(rates, usage);
    if (!total)
      continue;
    const auto wall = full_quote(rates, usage, {})->wall;
    const double instance_hours = gpuplan::core::to_hours(wall) * static_cast<double>(usage.nodes);
    const double least = rates.hourly->to_double() * instance_hours;
    const double share = std::min(usage.hours_per_month.value_or(730) / 730, 1.0);
    const double term = rates.hourly->to_double() * 8760 * static_cast<double>(usage.nodes);
    const double most = least / share + term; // the hours nobody uses, and a last term
    REQUIRE(total->to_double() >= least * (1 - 1e-6));
    REQUIRE(total->to_double() <= most * (1 + 1e-6));
  }
}

TEST_CASE("a commitment beats on demand exactly above its break-even", "[cost][property]") {
  RandomUse draw(13);
  for (int i = 0; i < k_draws; ++i) {
    auto rates = draw.rates();
    rates.term = gpuplan::catalog::Term::three_years;
    rates.step = {};
    Usage usage;
    usage.run = hours(draw.within(1, 100));
    usage.project_duration = hours(730 * draw.within(1, 60));
    usage.hours_per_month = draw.within(200, 730);
    rates.option = PurchaseOption::on_demand;
    const double on_demand = total_cost(rates, usage)->to_double();
    const double ratio = draw.within(0.2, 1.2);
    rates.option = PurchaseOption::reserved;
    rates.on_demand_hourly = rates.hourly;
    rates.hourly = scale(*rates.hourly, ratio).value();
    const double committed = total_cost(rates, usage)->to_double();
    const double terms = gpuplan::core::to_hours(*usage.project_duration) / 26'280;
    const double share = *usage.hours_per_month / 730;
    const double ended = std::floor(terms);
    const double last = std::min(ratio, ended > 0 ? share * (terms - ended) : ratio);
    // used ÷ paid for in hours of the commitment, the rest on demand being worth 1 ÷ ratio of them
    const double utilization = share * terms / (ended + last / ratio);
    const double close = 1e-4 * on_demand + rounding(rates, usage);
    CAPTURE(ratio, utilization);
    if (committed < on_demand - close)
      REQUIRE(utilization > ratio);
    if (committed > on_demand + close)
      REQUIRE(utilization < ratio);
    REQUIRE(std::abs(committed - on_demand * ratio / utilization) <= close);
  }
}

TEST_CASE("tiers never fall, never jump, and do not know the order of their bands",
          "[cost][property]") {
  RandomUse draw(10);
  for (int i = 0; i < 2'000; ++i) {
    std::vector<Band> bands;
    std::int64_t from = 0;
    std::int64_t dearest = 0;
    const auto count = draw.whole(1, 6);
    for (std::int64_t band = 0; band < count; ++band) {
      const std::int64_t to = from + draw.whole(1, 5'000);
      const std::int64_t rate = draw.whole(0, 200'000'000);
      bands.push_back(
          {from, band + 1 == count ? std::nullopt : std::optional{to}, Money{rate, {}}});
      from = to;
      dearest = std::max(dearest, rate);
    }
    const auto tiers = std::get<TierTable>(TierTable::from_bands(bands));
    const auto turned =
        std::get<TierTable>(TierTable::from_bands(std::vector<Band>(bands.rbegin(), bands.rend())));
    constexpr std::int64_t k_gb = 1'000'000'000;
    for (int probe = 0; probe < 20; ++probe) {
      // Often right at an edge.
      const auto edge = bands[static_cast<std::size_t>(draw.whole(0, count - 1))].from * k_gb;
      const std::int64_t volume = std::max<std::int64_t>(
          0, draw.chance(0.5) ? edge + draw.whole(-2, 2) : draw.whole(0, 30'000 * k_gb));
      const std::int64_t more = draw.whole(1, k_gb);
      const std::int64_t cost = tiers.cost(volume, k_gb)->nanos();
      const std::int64_t step = tiers.cost(volume + more, k_gb)->nanos() - cost;
      REQUIRE(step >= 0);
      const double most = static_cast<double>(dearest) * static_cast<double>(more) / 1e9;
      REQUIRE(static_cast<double>(step) <= most + static_cast<double>(count));
      REQUIRE(turned.cost(volume, k_gb)->nanos() == cost);
    }
  }
}

TEST_CASE("a rate times a time is the same by either route", "[cost][property]") {
  RandomUse draw(11);
  const auto size = [&] { return draw.whole(0, std::int64_t{1} << draw.whole(1, 62)); };
  for (int i = 0; i < 200'000; ++i) {
    const Money hourly{(draw.chance(0.1) ? -1 : 1) * size(), {}};
    const Milliseconds time{(draw.chance(0.1) ? -1 : 1) * size()};
    const auto by_128_bits = scale(hourly, time.count(), 3'600'000);
    REQUIRE(times_hours(hourly, time) == by_128_bits);
  }
  // Halves, where rounding to even decides.
  for (std::int64_t nanos = 0; nanos < 64; ++nanos) {
    const Milliseconds half_hours{1'800'000 * draw.whole(0, 9)};
    REQUIRE(times_hours(Money{nanos, {}}, half_hours) ==
            scale(Money{nanos, {}}, half_hours.count(), 3'600'000));
  }
}

TEST_CASE("there and back through a rate is the same amount but for rounding", "[cost][property]") {
  RandomUse draw(12);
  for (int i = 0; i < k_draws; ++i) {
    ExchangeRates rates;
    const auto euro = gpuplan::core::Currency::parse("EUR").value();
    const Money price{draw.whole(1'000'000, 100'000'000'000), {}};
    rates.add({.from = euro, .price = price, .date = {}});
    const Money amount{draw.whole(0, 1'000'000'000'000), euro};
    const auto there = rates.convert(amount, {});
    const auto back = rates.convert(there->amount, euro);
    const double rounding = 1 + 1 / price.to_double();
    REQUIRE(std::abs(static_cast<double>(back->amount.nanos() - amount.nanos())) <= rounding);
  }
}
