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

TEST_CASE("money prints its whole value or rounded half to even", "[core][money]") {
  CHECK(to_decimal(usd("12")) == "12");
  CHECK(to_decimal(usd("-0.50")) == "-0.5");
  CHECK(to_fixed(usd("0.125"), 2) == "0.12");
  CHECK(to_fixed(usd("0.135"), 2) == "0.14");
  CHECK(to_fixed(usd("-1.5"), 0) == "-2");
}
