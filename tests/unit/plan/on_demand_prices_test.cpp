// What terms are held against: the on-demand price that counts today, and an old one only by name.

#include "support/planned.hpp"

using namespace gpuplan;
using namespace gpuplan::test;

namespace {

constexpr auto k_committed_job =
    "model: llama-3.1-8b\nkind: finetune\nmethod: lora\ndata: {tokens: 5M}\n"
    "purchase: {terms: [reserved], project_duration: 12mo, hours_per_month: 700}\n";

World reserved_world(std::vector<WorldPrice> on_demand) {
  World world{.chips = {WorldChip{}}, .regions = {{}}, .machines = {{}}, .prices = {}};
  world.prices.push_back({.option = "reserved", .hourly = "12", .term = "1y", .payment = "none"});
  for (auto& price : on_demand)
    world.prices.push_back(std::move(price));
  return world;
}

bool says_old(const plan::Recommendation& entry) {
  return std::any_of(entry.quote.notes.begin(), entry.quote.notes.end(), [](const auto& note) {
    return note == "held against an on-demand price that is of 2024-05-01, none there is current";
  });
}

} // namespace

TEST_CASE("a commitment is held against the on-demand price that is current", "[plan][cost]") {
  const Plans plans(reserved_world({{.hourly = "10", .as_of = "2024-05-01", .zone = "a"},
                                    {.hourly = "20", .as_of = "2026-11-01", .zone = "b"},
                                    {.hourly = "22", .as_of = "2026-11-01", .zone = "c"}}));
  const auto set = plans.answer(k_committed_job);
  const auto* entry = ranked(set).front();
  CHECK(entry->on_demand_hourly->to_double() == 20);
  CHECK(entry->quote.commitment->on_demand_hourly->to_double() == 20);
  CHECK(*entry->quote.commitment->break_even_utilization == Approx(0.6));
  CHECK_FALSE(says_old(*entry));
}

TEST_CASE("where every on-demand price is old the cheapest stands, and the quote says so",
          "[plan][cost]") {
  const Plans plans(reserved_world({{.hourly = "25", .as_of = "2024-05-01", .zone = "a"},
                                    {.hourly = "30", .as_of = "2024-06-01", .zone = "b"}}));
  const auto set = plans.answer(k_committed_job);
  const auto* entry = ranked(set).front();
  CHECK(*entry->quote.commitment->break_even_utilization == Approx(12.0 / 25));
  CHECK(says_old(*entry));
}
