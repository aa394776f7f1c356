#include "fixture.hpp"

using namespace gpuplan::cost;
using namespace gpuplan::test;
using gpuplan::core::Milliseconds;

namespace {

TierTable internet() {
  return std::get<TierTable>(TierTable::from_bands(
      {{0, 100, money("0")}, {100, 10240, money("0.09")}, {10240, std::nullopt, money("0.085")}}));
}

Rates in_yuan(const Market& market, const char* hourly) {
  auto rates = market.at("1");
  rates.hourly = money(hourly, "CNY");
  return rates;
}

ExchangeRate yuan_rate() {
  return std::get<ExchangeRate>(parse_exchange_rate("CNY=0.14USD@2026-11-28"));
}

} // namespace

TEST_CASE("checkpoints are kept for the run and a day", "[cost]") {
  const Market market;
  Usage usage = run_of(1.24);
  usage.checkpoint_bytes = 112e9;
  const auto quote = full_quote(market.at("21.153"), usage, {});
  // 112 GB x 2 copies x 0.023 x 25.24 h / 730 h.
  CHECK(to_fixed(amount_of(*quote, LineKind::checkpoints).value(), 6) == "0.178132");
  CHECK(says(quote->notes, "0.023 USD per GB-month assumed"));
}

TEST_CASE("three copies of a checkpoint for a month", "[cost]") {
  Market market;
  market.settings.checkpoint_copies = 3.0;
  market.settings.object_gb_month = money("0.07");
  Usage usage = run_of(706); // and a day: a month
  usage.checkpoint_bytes = 980e9;
  const auto quote = full_quote(market.at("1"), usage, {});
  CHECK(amount_of(*quote, LineKind::checkpoints) == money("205.8"));
}

TEST_CASE("a provider that sells GiB is charged in GiB", "[cost]") {
  const Market market;
  auto rates = market.at("1");
  rates.object = {.price = money("0.10"), .bytes_per_unit = std::int64_t{1} << 30U};
  Usage usage = run_of(706);
  usage.dataset_bytes = 1024.0 * 1024 * 1024 * 50;
  const auto quote = full_quote(rates, usage, {});
  CHECK(amount_of(*quote, LineKind::storage) == money("5"));
  CHECK_FALSE(says(quote->notes, "assumed"));
}

TEST_CASE("batch inference keeps its weights once, and writes no checkpoints", "[cost]") {
  const Market market;
  Usage usage = run_of(1.24);
  usage.checkpoint_bytes = 112e9;
  usage.checkpoints = false;
  const auto quote = full_quote(market.at("21.153"), usage, {});
  CHECK(to_fixed(amount_of(*quote, LineKind::checkpoints).value(), 6) == "0.089066");
  for (const auto& line : quote->lines) {
    if (line.kind == LineKind::checkpoints)
      CHECK(line.label.starts_with("weights 112 GB, 1 kept"));
  }
}

TEST_CASE("serving keeps its weights once, for the month", "[cost]") {
  const Market market;
  Usage usage;
  usage.serving = true;
  usage.checkpoint_bytes = 140e9;
  const auto quote = full_quote(market.at("1"), usage, {});
  CHECK(amount_of(*quote, LineKind::checkpoints) == money("3.22"));
}

TEST_CASE("data moves at the sender's marginal rates", "[cost]") {
  const Market market;
  const auto tiers = internet();
  auto rates = market.at("1");
  rates.transfer = {.kind = TransferRate::Kind::tiers, .tiers = &tiers};
  Usage usage = run_of(1);
  usage.transfer_bytes = 5120e9;
  const auto quote = full_quote(rates, usage, {});
  CHECK(amount_of(*quote, LineKind::transfer) == money("451.8")); // 5,020 GB at 0.09
  usage.transfer_bytes = 20'000e9;
  CHECK(amount_of(*full_quote(rates, usage, {}), LineKind::transfer) ==
        money("1742.2")); // 10,140 at 0.09 and 9,760 at 0.085
}

TEST_CASE("a data set on its way takes time before the machines start, not machine time",
          "[cost]") {
  Market market;
  market.settings.transfer_bytes_s = 0.5e9;
  const auto tiers = internet();
  auto rates = market.at("36");
  Usage usage = run_of(2);
  usage.transfer_bytes = 1800e9;
  const auto there = full_quote(rates, usage, {});
  CHECK(there->wall == hours(2));
  rates.transfer = {.kind = TransferRate::Kind::tiers, .moves = true, .tiers = &tiers};
  const auto quote = full_quote(rates, usage, {});
  CHECK(quote->wall == hours(3)); // 1,800 GB at 0.5 GB/s
  CHECK(amount_of(*quote, LineKind::compute) == money("72"));
  CHECK(amount_of(*quote, LineKind::transfer) == money("153")); // 1,700 GB at 0.09
  CHECK(quote->total == money("225"));
  CHECK(says(quote->notes, "1.00 h at 0.5 GB/s"));
  CHECK(charge_of(rates, usage)->wall == quote->wall);
  // A sender who charges nothing takes as long.
  rates.transfer = {.kind = TransferRate::Kind::free, .moves = true};
  CHECK(full_quote(rates, usage, {})->wall == hours(3));
  CHECK(full_quote(rates, usage, {})->total == money("72"));
}

TEST_CASE("data within the region moves free, from an unknown place it is left out visibly",
          "[cost]") {
  const Market market;
  auto rates = market.at("1");
  Usage usage = run_of(1);
  usage.transfer_bytes = 1e12;
  CHECK(full_quote(rates, usage, {})->left_out.empty());
  rates.transfer.kind = TransferRate::Kind::unknown;
  const auto quote = full_quote(rates, usage, {});
  REQUIRE(quote->left_out.size() == 1);
  CHECK(quote->left_out[0].kind == LineKind::transfer);
  CHECK_FALSE(amount_of(*quote, LineKind::transfer).has_value());
}

TEST_CASE("storage priced in another currency is left out without a dated rate", "[cost]") {
  const Market market;
  Usage usage = run_of(706);
  usage.dataset_bytes = 100e9;
  const auto quote = full_quote(in_yuan(market, "20"), usage, {});
  CHECK(quote->total == money("14120", "CNY"));
  REQUIRE(quote->left_out.size() == 1);
  CHECK(quote->left_out[0].kind == LineKind::storage);
  CHECK_THAT(quote->left_out[0].why, ContainsSubstring("priced in USD"));
  CHECK_THAT(quote->left_out[0].why, ContainsSubstring("CNY"));
}

TEST_CASE("with a dated rate storage joins the total, and the day is said", "[cost]") {
  Market market;
  REQUIRE_FALSE(market.exchange.add(yuan_rate()).has_value());
  Usage usage = run_of(706);
  usage.dataset_bytes = 100e9;
  const auto quote = full_quote(in_yuan(market, "20"), usage, {});
  // 0.023 USD / 0.14 = 0.164285714 CNY a GB-month.
  CHECK(amount_of(*quote, LineKind::storage) == money("16.4285714", "CNY"));
  CHECK(quote->total == money("14136.4285714", "CNY"));
  CHECK(quote->left_out.empty());
  CHECK(says(quote->notes, "exchange rate of 2026-11-28"));
}

TEST_CASE("a rate for storage that nobody knows is left out, not zero", "[cost]") {
  const Market market;
  auto rates = market.at("1");
  rates.object = {};
  Usage usage = run_of(1);
  usage.checkpoint_bytes = 1e9;
  const auto quote = full_quote(rates, usage, {});
  REQUIRE(quote->left_out.size() == 1);
  CHECK(quote->left_out[0].kind == LineKind::checkpoints);
}
