#include "cost/exchange_rate.hpp"
#include "fixture.hpp"

using namespace gpuplan::cost;
using namespace gpuplan::test;
using gpuplan::core::Currency;
using gpuplan::core::UnitError;

namespace {

ExchangeRate rate(const char* text) {
  return std::get<ExchangeRate>(parse_exchange_rate(text));
}

Currency currency(const char* code) {
  return Currency::parse(code).value();
}

ExchangeRates rates_of(std::initializer_list<const char*> texts) {
  ExchangeRates rates;
  for (const char* text : texts)
    REQUIRE_FALSE(rates.add(rate(text)).has_value());
  return rates;
}

} // namespace

TEST_CASE("a dated rate is read exactly and prints as it was written", "[cost]") {
  const auto read = rate("CNY=0.14USD@2026-11-28");
  CHECK(read.from == currency("CNY"));
  CHECK(read.price == money("0.14"));
  CHECK(gpuplan::core::to_string(read.date) == "2026-11-28");
  CHECK(to_string(read) == "CNY=0.14USD@2026-11-28");
  CHECK(to_string(rate(" EUR = 1.1000 USD @ 2026-11-27 ")) == "EUR=1.1USD@2026-11-27");
}

TEST_CASE("what is no dated rate is refused with a form to follow", "[cost]") {
  const auto* text = GENERATE("",
                              "CNY",
                              "CNY=0.14USD",
                              "CNY=0.14@2026-11-28",
                              "CNY=USD@2026-11-28",
                              "CNY=0.14USD@28.11.2026",
                              "CNY=0.14USD@2026-02-30",
                              "CNY=0USD@2026-11-28",
                              "CNY=-1USD@2026-11-28",
                              "USD=1USD@2026-11-28",
                              "YUAN=0.14USD@2026-11-28",
                              "CNY=0.14USD@2026-11-28 or so",
                              "@2026-11-28=0.14USD");
  CAPTURE(text);
  const auto read = parse_exchange_rate(text);
  REQUIRE(std::holds_alternative<UnitError>(read));
  CHECK_THAT(std::get<UnitError>(read).help, ContainsSubstring("CNY=0.14USD@2026-11-28"));
}

TEST_CASE("an amount converts through a rate and through its inverse", "[cost]") {
  const auto rates = rates_of({"USD=7.20CNY@2026-11-28"});
  CHECK(to_fixed(rates.convert(money("12", "CNY"), currency("USD"))->amount, 6) == "1.666667");
  CHECK(rates.convert(money("1", "USD"), currency("CNY"))->amount == money("7.2", "CNY"));
}

TEST_CASE("without a rate nothing converts and nothing is taken as one", "[cost][A20]") {
  const auto rates = rates_of({"EUR=1.10USD@2026-11-28"});
  const auto converted = rates.convert(money("12", "CNY"), currency("USD"));
  CHECK_FALSE(converted.known());
  CHECK_THAT(std::string(converted.why_unknown()), ContainsSubstring("exchange rate"));
}

TEST_CASE("a dearer euro puts the dollar offer first once a rate is given", "[cost][A20]") {
  const auto rates = rates_of({"EUR=1.10USD@2026-11-28"});
  CHECK(rates.convert(money("1.00", "EUR"), currency("USD"))->amount == money("1.10"));
}

TEST_CASE("two rates lead through a third currency and give the older day", "[cost]") {
  const auto rates = rates_of({"EUR=1.10USD@2026-11-28", "CNY=0.14USD@2026-10-01"});
  const auto converted = rates.convert(money("14", "EUR"), currency("CNY"));
  CHECK(converted->amount == money("110", "CNY")); // 15.40 USD / 0.14
  CHECK(gpuplan::core::to_string(converted->date.value()) == "2026-10-01");
}

TEST_CASE("an amount already in the currency needs no rate and has no day", "[cost]") {
  const auto converted = ExchangeRates{}.convert(money("3"), currency("USD"));
  CHECK(converted->amount == money("3"));
  CHECK_FALSE(converted->date.has_value());
}

TEST_CASE("a second rate for two currencies is refused in either direction", "[cost]") {
  auto rates = rates_of({"CNY=0.14USD@2026-11-28"});
  CHECK(rates.add(rate("CNY=0.15USD@2026-11-29")).has_value());
  CHECK(rates.add(rate("USD=7CNY@2026-11-29")).has_value());
  CHECK(rates.rates().size() == 1);
}
