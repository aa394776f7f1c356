#include "core/money_text.hpp"
#include "core/unit_text.hpp"
#include "support/catch.hpp"

using namespace gpuplan::core;

namespace {

constexpr auto k_count = Dimension::count;
constexpr auto k_memory = Dimension::memory;
constexpr auto k_bandwidth = Dimension::bandwidth;
constexpr auto k_duration = Dimension::duration;
constexpr auto k_rate = Dimension::rate;

std::string fault_of(const std::variant<double, UnitError>& result) {
  const auto* error = std::get_if<UnitError>(&result);
  return error == nullptr ? "" : error->headline + " | " + error->help;
}

std::string money_text(std::string_view text, std::optional<Currency> bare = std::nullopt) {
  const auto result = parse_money(text, bare);
  if (const auto* error = std::get_if<UnitError>(&result))
    return error->headline + " | " + error->help;
  const auto money = std::get<Money>(result);
  return to_decimal(money) + " " + std::string(money.currency().code());
}

} // namespace

TEST_CASE("quantities are read in the base unit of their dimension", "[core][unit_text]") {
  const auto [text, dimension, expected] = GENERATE(table<const char*, Dimension, double>({
      {"4096", k_count, 4096},
      {"512k", k_count, 512e3},
      {"2.5M", k_count, 2.5e6},
      {"8B", k_count, 8e9},
      {"1.5T", k_count, 1.5e12},
      {"1e9", k_count, 1e9},
      {" 500M ", k_count, 500e6},
      {"0", k_count, 0},
      {"40GiB", k_memory, 42949672960.0},
      {"40 GiB", k_memory, 42949672960.0},
      {"40GB", k_memory, 40e9},
      {"80gb", k_memory, 80e9},
      {"1.5TiB", k_memory, 1649267441664.0},
      {"512MiB", k_memory, 536870912.0},
      {"64Gi", k_memory, 68719476736.0},
      {"1B", k_memory, 1},
      {"100Gbps", k_bandwidth, 12.5e9},
      {"100Gbit/s", k_bandwidth, 12.5e9},
      {"100GB/s", k_bandwidth, 100e9},
      {"800Mbps", k_bandwidth, 100e6},
      {"2TB/s", k_bandwidth, 2e12},
      {"8bps", k_bandwidth, 1},
      {"48h", k_duration, 48},
      {"3d", k_duration, 72},
      {"2w", k_duration, 336},
      {"3mo", k_duration, 2190},
      {"1y", k_duration, 8760},
      {"90min", k_duration, 1.5},
      {"1800s", k_duration, 0.5},
      {"3600000ms", k_duration, 1},
      {"2 hours", k_duration, 2},
      {"6/s", k_rate, 6},
      {"90/min", k_rate, 1.5},
      {"7200/h", k_rate, 2},
      {"86400/d", k_rate, 1},
      {"1e-400h", k_duration, 0},
  }));
  CAPTURE(text);
  const auto result = parse_quantity(text, dimension);
  INFO(fault_of(result));
  REQUIRE(std::holds_alternative<double>(result));
  CHECK(std::get<double>(result) == Approx(expected).epsilon(1e-12));
}

TEST_CASE("a bare number takes the default unit of its flag, and is refused in files",
          "[core][unit_text]") {
  CHECK(std::get<double>(parse_quantity("16", k_memory, "GiB")) == 17179869184.0);
  CHECK(std::get<double>(parse_quantity("48", k_duration, "h")) == 48);
  CHECK(std::get<double>(parse_quantity("48min", k_duration, "h")) == 0.8);
  CHECK(fault_of(parse_quantity("40", k_memory)) ==
        "met 40, a bare number, expected an amount of memory | "
        "write one of GiB, GB, TiB, TB, MiB, MB");
  CHECK(fault_of(parse_quantity("48", k_duration)) ==
        "met 48, a bare number, expected a duration | write one of h, d, w, mo, y, min, s, ms");
}

TEST_CASE("what is no quantity is refused with advice", "[core][unit_text]") {
  const auto [text, dimension, expected] = GENERATE(table<const char*, Dimension, const char*>({
      {"", k_count, "met nothing, expected a count | write a number such as 4096, 512k, 2.5M, 8B"},
      {"4 k", k_count, "met 4 k, expected a count | did you mean 4k?"},
      {"many", k_count, "met many, expected a count | write a number such as 4096, 512k, 2.5M, 8B"},
      {"-5", k_count, "met -5, expected a count | write a number without a sign"},
      {"+5", k_count, "met +5, expected a count | write a number without a sign"},
      {"1,000", k_count, "met 1,000, expected a count | write the number without separators"},
      {"1_000", k_count, "met 1_000, expected a count | write the number without separators"},
      {"nan", k_count, "met nan, expected a count | leave it out where it is not known"},
      {"inf",
       k_memory,
       "met inf, expected an amount of memory | leave it out where it is not known"},
      {".5GiB", k_memory, "met .5GiB, expected an amount of memory | write 0.5GiB"},
      {"010GB",
       k_memory,
       "met 010GB, expected an amount of memory | "
       "write a number and one of GiB, GB, TiB, TB, MiB, MB"},
      {"0x10", k_count, "met 0x10, expected a count | write a number such as 4096, 512k, 2.5M, 8B"},
      {"40h",
       k_memory,
       "met 40h, expected an amount of memory | "
       "h measures a duration; write one of GiB, GB, TiB, TB, MiB, MB"},
      {"40Gb",
       k_memory,
       "met 40Gb, expected an amount of memory | Gb are gigabits; write GB or GiB"},
      {"40G",
       k_memory,
       "met 40G, expected an amount of memory | write GB (10^9 bytes) or GiB (2^30 bytes)"},
      {"5m", k_duration, "met 5m, expected a duration | write min for minutes or mo for months"},
      {"1h30m",
       k_duration,
       "met 1h30m, expected a duration | "
       "write a number and one of h, d, w, mo, y, min, s, ms"},
      {"100GB",
       k_bandwidth,
       "met 100GB, expected a bandwidth | "
       "GB measures an amount of memory; write one of Gbps, GB/s, Mbps, MB/s, TB/s"},
      {"100GBps",
       k_bandwidth,
       "met 100GBps, expected a bandwidth | write GB/s for bytes or Gbps for bits"},
      {"1e31",
       k_count,
       "met 1e31, expected a count | the number is beyond anything that can be meant"},
      {"1e999",
       k_count,
       "met 1e999, expected a count | the number is beyond anything that can be meant"},
      {"1e29PB",
       k_memory,
       "met 1e29PB, expected an amount of memory | "
       "the number is beyond anything that can be meant"},
  }));
  CHECK(fault_of(parse_quantity(text, dimension)) == expected);
}

TEST_CASE("money is read exactly with its currency", "[core][unit_text]") {
  CHECK(money_text("2000 USD") == "2000 USD");
  CHECK(money_text("500usd") == "500 USD");
  CHECK(money_text("0.008400001 EUR") == "0.008400001 EUR");
  CHECK(money_text("12", *Currency::parse("CNY")) == "12 CNY");
  CHECK(money_text("12 EUR", *Currency::parse("CNY")) == "12 EUR");
}

TEST_CASE("a sign of a currency is read where it is plain which it is", "[core][unit_text]") {
  const auto cny = Currency::parse("CNY");
  const auto cad = Currency::parse("CAD");
  CHECK(money_text("$100") == "100 USD");
  CHECK(money_text("$ 99.5") == "99.5 USD");
  CHECK(money_text("100$") == "100 USD");
  CHECK(money_text("US$100", cad) == "100 USD");
  CHECK(money_text("€100", cny) == "100 EUR");
  CHECK(money_text("100 €") == "100 EUR");
  CHECK(money_text("£7") == "7 GBP");
  CHECK(money_text("¥100", cny) == "100 CNY");
  CHECK(money_text("¥100", Currency{}) ==
        "met ¥100, expected an amount of money | ¥ may be CNY or JPY: write 100 CNY or 100 JPY");
  CHECK(money_text("$100", cad) ==
        "met $100, expected an amount of money | $ may be USD or CAD: write 100 USD or 100 CAD");
  CHECK_THAT(money_text("$100 EUR"), ContainsSubstring("expected an amount of money"));
  CHECK_THAT(money_text("$-5"), ContainsSubstring("expected an amount of money"));
  CHECK_THAT(money_text("$"), ContainsSubstring("expected an amount of money"));
}

TEST_CASE("what is no amount of money is refused with advice", "[core][unit_text]") {
  constexpr const char* k_example = " | write an amount and a currency, such as 2000 USD";
  CHECK(money_text("500") == "met 500, a bare number, expected an amount of money | write 500 USD, "
                             "or another currency");
  CHECK(money_text("500 dollars") ==
        std::string("met 500 dollars, expected an amount of money") + k_example);
  CHECK(money_text("2k USD") == std::string("met 2k USD, expected an amount of money") + k_example);
  CHECK(money_text("-5 USD") ==
        "met -5 USD, expected an amount of money | write an amount without a sign");
  CHECK(money_text("2,000 USD") ==
        "met 2,000 USD, expected an amount of money | write the number without separators");
  const auto* absurd = GENERATE("1e3 USD", "0.0000000001 USD", "99999999999 USD");
  CHECK_THAT(money_text(absurd), ContainsSubstring("at most nine digits after the point"));
}
