#include "plan/market/listing.hpp"
#include "support/planned.hpp"

using namespace gpuplan;
using test::World;

namespace {

plan::Listing listed(
    const World& world,
    const std::function<void(plan::ListingQuery&)>& ask = [](auto&) {}) {
  const auto catalog = test::catalog_of(world);
  const plan::Planner planner(catalog);
  core::DiagnosticSink sink;
  plan::ListingQuery query{.filters = *plan::resolve_filters({}, catalog, sink),
                           .as_of = test::k_today};
  query.filters.terms.set();
  ask(query);
  return plan::list_offers(catalog, planner.rules(), query);
}

core::Range gib_or_more(double gib) {
  return std::get<core::Range>(
      core::parse_range(fmt::format("{}GiB+", gib), core::Dimension::memory, ""));
}

} // namespace

TEST_CASE("a host-memory filter holds beside a chip", "[plan][listing][A12]") {
  // Four sizes with one chip: 32 GiB at 1.548, 64 at 1.747, 96 at 1.817 and at 1.945.
  World world{.chips = {{}}, .regions = {{}}};
  for (const auto& [type, memory, price] : {std::tuple{"a", "32", "1.548"},
                                            std::tuple{"b", "64", "1.747"},
                                            std::tuple{"c", "96", "1.817"},
                                            std::tuple{"d", "96", "1.945"}}) {
    world.machines.push_back({.type = type, .devices = "1", .host_memory_gib = memory});
    world.prices.push_back({.type = type, .hourly = price});
  }
  const auto all = listed(world, [](auto& query) { query.host_memory_bytes = gib_or_more(64); });
  REQUIRE(all.sizes.size() == 3);
  CHECK(core::to_decimal(all.sizes[0].leading()->hourly) == "1.747");
  CHECK(
      listed(world, [](auto& query) { query.host_memory_bytes = gib_or_more(128); }).sizes.empty());
}

TEST_CASE("a size is listed at a price somebody asks, never at a sum over regions",
          "[plan][listing][A11]") {
  // Host and chips together: 37.10 in one region, 35.50 in the other.
  const auto listing =
      listed({.chips = {{}},
              .regions = {{}, {.name = "west-4"}},
              .machines = {{}},
              .prices = {{.hourly = "37.10"}, {.region = "west-4", .hourly = "35.50"}}});
  REQUIRE(listing.sizes.size() == 1);
  CHECK(core::to_decimal(listing.sizes[0].leading()->hourly) == "35.5");
}

TEST_CASE("a size without a price is counted under its reason, never listed as free",
          "[plan][listing][A07]") {
  World world{.chips = {{}},
              .regions = {{}},
              .machines = {{}, {.type = "block.8"}, {.type = "free.8"}},
              .prices = {{},
                         {.type = "block.8", .option = "capacity-block", .hourly = ""},
                         {.type = "free.8", .hourly = "0.0"}}};
  const auto listing = listed(world);
  REQUIRE(listing.sizes.size() == 1);
  REQUIRE(listing.unlisted.size() == 2);
  std::map<std::string_view, int> reasons;
  for (const auto& size : listing.unlisted)
    ++reasons[to_string(size.reason)];
  CHECK(reasons["price.none"] == 1);
  CHECK(reasons["price.zero"] == 1);

  // One price that counts is enough to be listed.
  world.prices.push_back({.type = "free.8", .option = "spot", .hourly = "9"});
  CHECK(listed(world).sizes.size() == 2);
  CHECK(listed(world).unlisted.size() == 1);
}

TEST_CASE("a size whose only price is set apart is counted", "[plan][listing][A05]") {
  // 8 devices at the price of one.
  const auto listing =
      listed({.chips = {{}},
              .regions = {{}},
              .machines = {{.type = "one", .devices = "1"}, {.type = "eight"}},
              .prices = {{.type = "one", .hourly = "0.79"}, {.type = "eight", .hourly = "0.79"}}});
  REQUIRE(listing.sizes.size() == 1);
  REQUIRE(listing.unlisted.size() == 1);
  CHECK(to_string(listing.unlisted[0].reason) == "price.quarantined");
}

TEST_CASE("sizes at current prices are listed before cheaper ones at old prices",
          "[plan][listing]") {
  const auto listing = listed({.chips = {{}},
                               .regions = {{}},
                               .machines = {{.type = "past"}, {.type = "now"}, {.type = "dear"}},
                               .prices = {{.type = "past", .hourly = "9", .as_of = "2024-01-01"},
                                          {.type = "dear", .hourly = "30"},
                                          {.type = "now", .hourly = "20"}}});
  REQUIRE(listing.sizes.size() == 3);
  CHECK(core::to_decimal(listing.sizes[0].leading()->hourly) == "20");
  CHECK(core::to_decimal(listing.sizes[1].leading()->hourly) == "30");
  CHECK(core::to_decimal(listing.sizes[2].leading()->hourly) == "9");
  CHECK_FALSE(listing.sizes[2].leading()->current());
}

TEST_CASE("prices of another currency are listed at a stated rate, and among the others by it",
          "[plan][listing]") {
  const World world{.chips = {{}},
                    .regions = {{}},
                    .machines = {{.type = "dollars"}, {.type = "euros"}},
                    .prices = {{.type = "dollars", .hourly = "20"},
                               {.type = "euros", .hourly = "16", .currency = "EUR"}}};
  CHECK(listed(world).sizes.size() == 1);
  CHECK(listed(world).other_currencies == 1);

  const std::vector<std::string> rates{"EUR=1.125USD@2026-11-01"};
  const auto at_rate = [&](plan::ListingQuery& query) {
    query.exchange = std::get<cost::ExchangeRates>(cost::parse_exchange_rates(rates));
  };
  const auto both = listed(world, at_rate);
  REQUIRE(both.sizes.size() == 2);
  CHECK(both.other_currencies == 0);
  CHECK(core::to_decimal(both.sizes[0].leading()->hourly) == "18");
  CHECK(core::to_decimal(both.on_demand->most) == "20");

  // A limit is held against what a price is in the currency of the list.
  const auto below = listed(world, [&](plan::ListingQuery& query) {
    at_rate(query);
    query.filters.max_price = core::Money{17'000'000'000, core::Currency{}};
  });
  CHECK(below.sizes.empty());
}

TEST_CASE("the price of one accelerator is the effective rate over its number", "[plan][listing]") {
  const auto listing = listed({.chips = {{}},
                               .regions = {{}},
                               .machines = {{}},
                               .prices = {{.option = "reserved",
                                           .hourly = "12",
                                           .term = "1y",
                                           .payment = "all",
                                           .upfront = "105120"}}});
  REQUIRE(listing.sizes.size() == 1);
  const auto catalog = test::catalog_of({.chips = {{}}, .regions = {{}}, .machines = {{}}});
  const auto one = plan::gpu_hourly(catalog.instance({0}), *listing.sizes[0].leading());
  REQUIRE(one.has_value());
  CHECK(core::to_decimal(*one) == "1.5");
}
