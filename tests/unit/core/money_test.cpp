#include "core/money.hpp"
#include "support/catch.hpp"

using gpuplan::core::Currency;
using gpuplan::core::Milliseconds;
using gpuplan::core::Money;

namespace {

Money usd(const char* decimal) {
  return Money::parse(decimal, Currency{}).value();
}

} // namespace

TEST_CASE("money reads plain decimals exactly", "[core][money]") {
  CHECK(usd("0.0084").nanos() == 8'400'000);
  CHECK(usd("98.32").nanos() == 98'320'000'000);
  CHECK(usd("-3.5").nanos() == -3'500'000'000);
  CHECK(usd("9223372036.854775807").nanos() == INT64_MAX);
}

TEST_CASE("money refuses what is no plain decimal or does not fit", "[core][money]") {
  const auto* bad = GENERATE("",
                             "-",
                             ".",
                             ".5",
                             "5.",
                             "1e3",
                             "+1",
                             "1,5",
                             " 1",
                             "0x1",
                             "nan",
                             "inf",
                             "0.0000000001",
                             "9223372036.854775808",
                             "99999999999");
  CAPTURE(bad);
  CHECK_FALSE(Money::parse(bad, Currency{}).has_value());
}

TEST_CASE("a rate times a time is rounded half to even once", "[core][money]") {
  CHECK(to_decimal(times_hours(usd("0.0084"), std::chrono::hours{730}).value()) == "6.132");
  // 1 nano-unit an hour for half an hour is half a nano-unit: to even, so 0; for 1.5 h, 2.
  CHECK(times_hours(Money{1, {}}, std::chrono::minutes{30})->nanos() == 0);
  CHECK(times_hours(Money{1, {}}, std::chrono::minutes{90})->nanos() == 2);
}

TEST_CASE("a product beyond 64 bits is nothing, never a wrapped amount", "[core][money]") {
  CHECK_FALSE(times_hours(usd("1000000"), std::chrono::hours{10'000'000}).has_value());
}

TEST_CASE("rounded parts add up to the rounded sum", "[core][money]") {
  const auto texts_of = [](std::vector<Money> parts, int decimals) {
    std::vector<std::string> texts;
    Money sum;
    Money rounded_sum;
    for (const Money& part : parts)
      sum += part;
    for (const Money& part : rounded_parts(parts, decimals)) {
      texts.push_back(to_fixed(part, decimals));
      rounded_sum += part;
    }
    CHECK(to_fixed(rounded_sum, decimals) == to_fixed(sum, decimals));
    return texts;
  };
  using Texts = std::vector<std::string>;
  // 3.246 in all: each by itself would make 3.24.
  CHECK(texts_of({usd("2.863"), usd("0.381"), usd("0.0015"), usd("0.0005")}, 2) ==
        Texts{"2.87", "0.38", "0.00", "0.00"});
  CHECK(texts_of({usd("0.333"), usd("0.333"), usd("0.334")}, 2) == Texts{"0.33", "0.33", "0.34"});
  CHECK(texts_of({usd("0.005"), usd("0.005")}, 2) == Texts{"0.01", "0.00"});
  CHECK(texts_of({usd("-0.336"), usd("1.003")}, 2) == Texts{"-0.33", "1.00"});
  CHECK(texts_of({usd("12"), usd("0.5")}, 2) == Texts{"12.00", "0.50"});
  CHECK(texts_of({}, 2).empty());
}

TEST_CASE("an amount for people has commas between thousands", "[core][money]") {
  CHECK(to_grouped(usd("1234567.891")) == "1,234,567.89");
  CHECK(to_grouped(usd("-1000")) == "-1,000.00");
  CHECK(to_grouped(usd("999.994")) == "999.99");
  CHECK(to_grouped(Money::parse("12345.5", *Currency::parse("CNY")).value()) == "12,345.50");
}

TEST_CASE("a currency is typed in whichever case", "[core][money]") {
  CHECK(Currency::parse_typed("eur") == Currency::parse("EUR"));
  CHECK(Currency::parse_typed("Usd") == Currency{});
  CHECK_FALSE(Currency::parse("eur").has_value());
  CHECK_FALSE(Currency::parse_typed("eu").has_value());
  CHECK_FALSE(Currency::parse_typed("€").has_value());
  CHECK_FALSE(Currency::parse_typed("ZZZ").has_value()); // three letters, and no currency
}

TEST_CASE("money prints its whole value or rounded half to even", "[core][money]") {
  CHECK(to_decimal(usd("12")) == "12");
  CHECK(to_decimal(usd("-0.50")) == "-0.5");
  CHECK(to_fixed(usd("0.125"), 2) == "0.12");
  CHECK(to_fixed(usd("0.135"), 2) == "0.14");
  CHECK(to_fixed(usd("-1.5"), 0) == "-2");
}
