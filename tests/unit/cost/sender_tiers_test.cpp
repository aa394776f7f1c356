#include "cost/sender_tiers.hpp"
#include "fixture.hpp"

using namespace gpuplan::cost;
using namespace gpuplan::test;
using gpuplan::catalog::StorageRow;

namespace {

StorageRow row(const char* price, std::optional<double> from = {}, std::optional<double> to = {}) {
  StorageRow row{.kind = "egress-internet", .price = money(price), .unit = "GB"};
  if (from)
    row.from_gb = *from;
  if (to)
    row.to_gb = *to;
  return row;
}

std::string cost_of(const std::optional<TierTable>& tiers, std::int64_t gb) {
  return to_decimal(tiers.value().cost(gb, 1).value());
}

} // namespace

TEST_CASE("the free GB of a month lie inside the first tier", "[cost]") {
  const std::vector<StorageRow> rows{
      row("0.09", 0, 10240), row("0.085", 10240, 51200), row("0.07", 51200, 153600)};
  const auto tiers = tiers_of_rows(rows, 100.0);
  CHECK(cost_of(tiers, 100) == "0");
  CHECK(cost_of(tiers, 5120) == "451.8");
  CHECK(cost_of(tiers, 51200) == "4394.2");
  CHECK(cost_of(tiers, 163600) == "12262.2"); // 0.07 goes on where the list ends
}

TEST_CASE("free GB may be a whole tier", "[cost]") {
  const std::vector<StorageRow> rows{row("0", 0, 10240), row("0.0085", 10240)};
  CHECK(cost_of(tiers_of_rows(rows, 10240.0), 20480) == "87.04");
  CHECK(cost_of(tiers_of_rows(rows, {}), 20480) == "87.04");
}

TEST_CASE("a list that begins late or has a gap leaves no volume uncharged", "[cost]") {
  CHECK(cost_of(tiers_of_rows(std::vector{row("0.05", 10240)}, {}), 100) == "5");
  const std::vector<StorageRow> rows{row("0.10", 0, 10), row("0.01", 20)};
  CHECK(cost_of(tiers_of_rows(rows, {}), 30) == "2.1"); // 20 at 0.10, 10 at 0.01
}

TEST_CASE("of two rates for one volume the dearer counts", "[cost]") {
  const std::vector<StorageRow> rows{row("0.25"), row("0.5"), row("0.4")};
  CHECK(cost_of(tiers_of_rows(rows, {}), 10) == "5");
}

TEST_CASE("no rows are no tiers", "[cost]") {
  CHECK_FALSE(tiers_of_rows({}, 100.0).has_value());
}
