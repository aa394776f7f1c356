#include "cost/tiers.hpp"
#include "fixture.hpp"

using namespace gpuplan::cost;
using namespace gpuplan::test;
using gpuplan::core::Money;

namespace {

constexpr std::int64_t k_gb = 1'000'000'000;

/// Internet egress with 1 GB free; a TB of the price list is 1,024 GB.
TierTable egress() {
  return tiers_of({{0, 1, money("0")},
                   {1, 10240, money("0.09")},
                   {10240, 51200, money("0.085")},
                   {51200, 153600, money("0.07")},
                   {153600, std::nullopt, money("0.05")}});
}

std::string cost_of(const TierTable& tiers, std::int64_t gb) {
  return to_decimal(tiers.cost(gb * k_gb, k_gb).value());
}

} // namespace

TEST_CASE("each volume is charged in its own tiers alone", "[cost]") {
  struct Volume {
    std::int64_t gb;
    const char* expected;
  };

  const auto volume = GENERATE(Volume{0, "0"},
                               Volume{1, "0"},
                               Volume{100, "8.91"},
                               Volume{10240, "921.51"},
                               Volume{51199, "4403.025"},
                               Volume{51200, "4403.11"},
                               Volume{61440, "5119.91"},
                               Volume{153600, "11571.11"});
  CAPTURE(volume.gb);
  CHECK(cost_of(egress(), volume.gb) == volume.expected);
}

TEST_CASE("published storage month: 95 TB in tiers of 1, 49 and 450", "[cost]") {
  const auto tiers = tiers_of({{0, 1, money("100")},
                               {1, 50, money("80")},
                               {50, 500, money("60")},
                               {500, std::nullopt, money("60")}});
  CHECK(to_decimal(tiers.cost(95, 1).value()) == "6720"); // 100 + 49 x 80 + 45 x 60
}

TEST_CASE("a rate that changes is marginal, not for the whole volume", "[cost]") {
  const auto tiers = tiers_of({{0, 1024, money("0.12")},
                               {1024, 10240, money("0.11")},
                               {10240, std::nullopt, money("0.08")}});
  CHECK(cost_of(tiers, 1024) == "122.88");
  CHECK(cost_of(tiers, 1025) == "122.99");
  CHECK(cost_of(tiers, 5120) == "573.44");
}

TEST_CASE("sustained use is a table of tiers over the month", "[cost]") {
  // Quarters of 730 h at 100, 80, 60, 40 %: in half-hours to stay whole.
  const auto tiers = tiers_of({{0, 365, money("1")},
                               {365, 730, money("0.8")},
                               {730, 1095, money("0.6")},
                               {1095, std::nullopt, money("0.4")}});
  CHECK(to_decimal(tiers.cost(730, 1).value()) == "657");   // half a month: 10 % off 730
  CHECK(to_decimal(tiers.cost(1095, 1).value()) == "876");  // three quarters: 20 % off 1,095
  CHECK(to_decimal(tiers.cost(1460, 1).value()) == "1022"); // a month: 30 % off 1,460
}

TEST_CASE("a volume within a unit is charged by the byte", "[cost]") {
  CHECK(to_decimal(TierTable::flat(money("0.09")).cost(k_gb / 2, k_gb).value()) == "0.045");
}

TEST_CASE("tables with holes, overlaps or ends are refused by name", "[cost]") {
  struct Faulty {
    std::vector<Band> bands;
    BandFault fault;
  };

  const Money one = money("1");
  const std::vector<Faulty> tables{
      {{}, BandFault::none_given},
      {{Band{1, std::nullopt, one}}, BandFault::not_from_zero},
      {{Band{0, 10, one}, Band{11, std::nullopt, one}}, BandFault::gap},
      {{Band{0, 10, one}, Band{9, std::nullopt, one}}, BandFault::overlap},
      {{Band{0, std::nullopt, one}, Band{9, std::nullopt, one}}, BandFault::overlap},
      {{Band{0, 10, one}, Band{10, 20, one}}, BandFault::no_open_end},
      {{Band{0, 10, one}, Band{10, std::nullopt, money("1", "EUR")}}, BandFault::mixed_currencies},
  };
  for (const Faulty& table : tables) {
    CAPTURE(to_string(table.fault));
    CHECK(std::get<BandFault>(TierTable::from_bands(table.bands)) == table.fault);
  }
}

TEST_CASE("a cost beyond an amount is nothing, not a wrapped one", "[cost]") {
  CHECK_FALSE(TierTable::flat(money("9000000000")).cost(2 * k_gb, k_gb).has_value());
}
