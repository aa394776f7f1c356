#include "cost/prepared_use.hpp"
#include "fixture.hpp"
#include "support/tiny_catalog.hpp"

using namespace gpuplan::cost;
using namespace gpuplan::test;
using Catch::Matchers::WithinRel;
using gpuplan::catalog::Catalog;
using gpuplan::catalog::RegionId;

namespace {

constexpr const char* k_defaults = R"(interruption:
  monthly_rate: {value: 0.35, why: invented}
  monthly_rate_low: {value: 0.20, why: invented}
  monthly_rate_high: {value: 0.60, why: invented}
  replacement_wait: {value: 10 min, why: invented}
checkpoint:
  stop: {value: 5 s, why: invented}
  node_bandwidth: {value: 1 GB/s, why: invented}
  copies: {value: 2, why: invented}
storage:
  hold_after: {value: 24 h, why: invented}
  object_gb_month: {value: 0.03 USD, why: invented}
transfer:
  internet_gb: {value: 0.12 USD, why: invented}
  region_gb: {value: 0.02 USD, why: invented}
billing:
  increment: {value: 60 s, why: invented}
  minimum: {value: 60 s, why: invented}
commitment:
  longest_term: {value: 3y, why: invented}
)";

/// The frozen catalog with the defaults of the cost models.
const Catalog& market() {
  static const auto catalog = [] {
    Files files(std::map<std::string, std::string>{{"defaults.yaml", k_defaults}});
    auto loaded = files.over_tiny({"defaults.yaml"});
    INFO(rendered(files.sink));
    REQUIRE(loaded.has_value());
    return std::move(*loaded);
  }();
  return catalog;
}

const CostModel& model() {
  static const CostModel model(market());
  return model;
}

/// As a walk over many offers has it.
gpuplan::core::Known<gpuplan::core::Money>
total_of(const CostModel& by, const gpuplan::catalog::Offer& offer, const Usage& usage) {
  return charge_of(by.rates(offer, usage), by.prepare(usage)).transform([](const Charge& charge) {
    return charge.total;
  });
}

Quote quote_of(const char* reference,
               const Usage& usage,
               const CostModel& by = model(),
               const gpuplan::core::Known<gpuplan::core::Money>& on_demand = {}) {
  const auto quote = by.quote(the_offer(market(), reference), usage, {}, on_demand);
  INFO(quote.why_unknown());
  REQUIRE(quote.known());
  return *quote;
}

RegionId region(const char* provider, const char* name) {
  return market().find_region(market().find_provider(provider).value(), name).value();
}

Usage moving(double gb, RegionId from) {
  Usage usage = run_of(1);
  usage.transfer_bytes = gb * 1e9;
  usage.transfer_from = from;
  return usage;
}

} // namespace

TEST_CASE("an offer is billed by its provider's rule and points at its row", "[cost][catalog]") {
  const auto quote = quote_of("nimbus/f5.1@east-1", run_of(45.0 / 3600));
  CHECK(to_fixed(quote.total, 9) == "0.016666667"); // 60 s of 1.00
  CHECK_THAT(quote.lines[0].source, ContainsSubstring("prices.csv:"));
  CHECK_THAT(quote.lines[0].source, ContainsSubstring("2026-07-01, region"));
  CHECK(to_decimal(quote_of("dragon/ecs.f5", run_of(0.1)).total) == "9.5"); // by the hour
}

TEST_CASE("checkpoints lie in the region's object storage, not in an archive", "[cost][catalog]") {
  Usage usage = run_of(706);
  usage.checkpoint_bytes = 100e9;
  const auto quote = quote_of("nimbus/f5.1@east-1", usage);
  CHECK(amount_of(quote, LineKind::checkpoints) == money("4.6")); // 2 x 100 GB x 0.023
  CHECK_FALSE(says(quote.notes, "assumed"));
}

TEST_CASE("a place that states no storage takes the default and says so", "[cost][catalog]") {
  Usage usage = run_of(706);
  usage.checkpoint_bytes = 100e9;
  const auto quote = quote_of("harbor/k1-80.1@eu-1", usage);
  CHECK(amount_of(quote, LineKind::checkpoints) == money("6"));
  CHECK(says(quote.notes, "0.03 USD per GB-month assumed"));
  CHECK(quote.lines.back().source == "defaults: storage.object_gb_month");
}

TEST_CASE("data leaves a place at its published tiers", "[cost][catalog]") {
  const auto quote = quote_of("harbor/k1-80.1@eu-1", moving(20'000, region("nimbus", "east-1")));
  CHECK(amount_of(quote, LineKind::transfer) == money("1751.2")); // 10,240 x 0.09 + 9,760 x 0.085
  CHECK_FALSE(says(quote.notes, "assumed"));
}

TEST_CASE("a sender that bills no traffic is free", "[cost][catalog]") {
  const auto quote = quote_of("nimbus/f5.1@east-1", moving(20'000, region("harbor", "eu-1")));
  CHECK_FALSE(amount_of(quote, LineKind::transfer).has_value());
  CHECK(quote.left_out.empty());
}

TEST_CASE("within a region data is free, between regions and from others at the defaults",
          "[cost][catalog]") {
  const auto east = region("nimbus", "east-1");
  CHECK_FALSE(amount_of(quote_of("nimbus/f5.1@east-1", moving(100, east)), LineKind::transfer));
  const auto next = quote_of("nimbus/f5.1@central-1", moving(100, east));
  CHECK(amount_of(next, LineKind::transfer) == money("2"));
  CHECK(says(next.notes, "0.02 USD per GB assumed"));
  const auto far = quote_of("nimbus/f5.1@east-1", moving(100, region("dragon", "cn-unspecified")));
  CHECK(amount_of(far, LineKind::transfer) == money("12"));
}

TEST_CASE("data from a place nobody named is left out of the total, not free", "[cost][catalog]") {
  Usage usage = run_of(1);
  usage.transfer_bytes = 1e12;
  const auto quote = quote_of("nimbus/f5.1@east-1", usage);
  REQUIRE(quote.left_out.size() == 1);
  CHECK(quote.left_out[0].kind == LineKind::transfer);
}

TEST_CASE("an offer keeps its currency, and the rest joins it by a dated rate alone",
          "[cost][catalog]") {
  Usage usage = run_of(706);
  usage.checkpoint_bytes = 100e9;
  const auto alone = quote_of("dragon/ecs.f5", usage);
  CHECK(alone.total == money("6707", "CNY"));
  CHECK(alone.left_out.size() == 1);
  ExchangeRates rates;
  rates.add(std::get<ExchangeRate>(parse_exchange_rate("CNY=0.15USD@2026-11-28")));
  const auto joined = quote_of("dragon/ecs.f5", usage, CostModel(market(), rates));
  CHECK(joined.total == money("6747", "CNY")); // 6 USD / 0.15
  CHECK(joined.left_out.empty());
}

TEST_CASE("a commitment is held against on demand", "[cost][catalog]") {
  const auto quote =
      quote_of("nimbus/k1.8x40@east-1#reserved-1y-none", run_of(10), model(), money("20"));
  CHECK(quote.commitment->on_demand_hourly == money("20"));
  CHECK_THAT(*quote.commitment->break_even_utilization, WithinRel(0.65, 1e-12));
  CHECK(quote.total == money("113880")); // 8,760 h at 13
  const auto upfront = quote_of("nimbus/k1.8x40@east-1#reserved-1y-all", run_of(10));
  CHECK(upfront.total == money("105120"));
  CHECK(upfront.paid_at_start == money("105120"));
  const auto partial = quote_of("nimbus/k1.8x40@east-1#reserved-1y-partial", run_of(10));
  CHECK(partial.paid_at_start == money("54750"));
  CHECK(partial.total == money("109500")); // the upfront part lies inside 12.50 an hour
}

TEST_CASE("a commitment without a stated term has no total", "[cost][catalog]") {
  const auto offer = the_offer(market(), "harbor/k1-80.8@eu-1#reserved");
  CHECK_FALSE(total_of(model(), offer, run_of(10)).known());
}

TEST_CASE("spot is held against on demand", "[cost][catalog]") {
  const auto quote =
      quote_of("nimbus/k1.8x40@east-1/east-1b#spot", run_of(10), model(), money("20"));
  CHECK(quote.spot->on_demand_hourly == money("20"));
  CHECK(says(quote.notes, "spot is 5.0 % dearer than on demand"));
  CHECK(quote.spot->rate_source == "defaults: interruption.monthly_rate");
}

TEST_CASE("the run of a spot offer can be asked for its odds", "[cost][catalog]") {
  const auto offer = the_offer(market(), "nimbus/k1.8x40@east-1/east-1a#spot");
  Usage usage = run_of(72);
  usage.checkpoint_bytes = 112e9;
  const auto run = model().interruptible_run(offer, usage);
  REQUIRE(run.known());
  CHECK(run->work == 72);
  CHECK_THAT(run->write, WithinRel((112.0 + 5) / 3600, 1e-12));
}

TEST_CASE("without defaults spot has no price and storage is left out", "[cost][catalog]") {
  const CostModel bare(tiny_catalog());
  const auto spot = the_offer(tiny_catalog(), "nimbus/k1.8x40@east-1/east-1a#spot");
  CHECK_FALSE(total_of(bare, spot, run_of(1)).known());
  Usage usage = run_of(1);
  usage.checkpoint_bytes = 1e9;
  const auto on_demand = the_offer(tiny_catalog(), "harbor/k1-80.1@eu-1");
  const auto quote = bare.quote(on_demand, usage, {}, {});
  CHECK(quote->total == money("2.2"));
  CHECK(quote->left_out.size() == 1);
}

TEST_CASE("the fast total of every offer is the total of its quote", "[cost][catalog]") {
  for (std::uint32_t id = 0; id < market().offer_count(); ++id) {
    const auto offer = market().offer({id});
    for (const double run : {0.01, 3.7, 400.0}) {
      Usage usage = moving(run * 100, region("nimbus", "east-1"));
      usage.run = hours(run);
      usage.nodes = 3;
      usage.checkpoint_bytes = 50e9;
      const auto total = total_of(model(), offer, usage);
      const auto quote = model().quote(offer, usage, {}, {});
      CAPTURE(market().offer_name(offer), run);
      REQUIRE(total.known() == quote.known());
      if (total)
        CHECK(*total == quote->total);
    }
  }
}

TEST_CASE("the shipped defaults state every setting of the cost models", "[cost][catalog]") {
  const auto shipped = Catalog::built_in();
  for (const auto& setting : setting_keys()) {
    CAPTURE(setting.key);
    CHECK(shipped.setting(setting.key).has_value());
  }
  const auto read = read_settings(shipped.settings());
  for (const auto& known : {read.monthly_rate,
                            read.monthly_rate_low,
                            read.monthly_rate_high,
                            read.replacement_wait,
                            read.checkpoint_stop,
                            read.checkpoint_node_bytes_s,
                            read.checkpoint_copies,
                            read.storage_hold,
                            read.billing_increment,
                            read.billing_minimum,
                            read.longest_term,
                            read.block_daily_until,
                            read.block_step,
                            read.block_longest,
                            read.energy_load_share,
                            read.energy_host_share,
                            read.energy_pue})
    CHECK(known.known());
  CHECK(read.object_gb_month.known());
  CHECK(read.transfer_internet_gb.known());
  CHECK(read.transfer_region_gb.known());
}

TEST_CASE("shipped offers of every option have a total that is their quote's", "[cost][catalog]") {
  const auto shipped = Catalog::built_in();
  const CostModel model(shipped);
  std::array<int, gpuplan::catalog::k_purchase_options> priced{};
  Usage usage = run_of(30);
  usage.nodes = 2;
  usage.checkpoint_bytes = 112e9;
  constexpr std::uint32_t k_stride = 7; // a seventh of ten thousand is enough of each
  for (std::uint32_t id = 0; id < shipped.offer_count(); id += k_stride) {
    const auto offer = shipped.offer({id});
    const auto total = total_of(model, offer, usage);
    const auto quote = model.quote(offer, usage, {}, {});
    CAPTURE(shipped.offer_name(offer));
    REQUIRE(total.known() == quote.known());
    if (!total)
      continue;
    REQUIRE(*total == quote->total);
    ++priced[static_cast<std::size_t>(offer.option)];
  }
  using gpuplan::catalog::PurchaseOption;
  for (const auto option : {PurchaseOption::on_demand,
                            PurchaseOption::spot,
                            PurchaseOption::reserved,
                            PurchaseOption::savings_plan,
                            PurchaseOption::committed_use,
                            PurchaseOption::capacity_block}) {
    CAPTURE(to_string(option));
    CHECK(priced[static_cast<std::size_t>(option)] > 0);
  }
}
