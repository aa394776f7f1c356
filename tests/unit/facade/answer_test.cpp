#include "unit/facade/fixture.hpp"

#include <algorithm>
#include <cstdlib>

using namespace gpuplan;
using test::catalog_with;
using test::job_at_alba;
using test::k_day;
using test::value_of;

namespace {

/// One size of eight chips at 20 USD an hour, and the same interrupted at 8.
test::World small_world() {
  return {.chips = {{}},
          .regions = {{}},
          .machines = {{}},
          .prices = {{}, {.option = "spot", .hourly = "8"}}};
}

bool has_mark(const Plan& plan, std::string_view word) {
  return std::any_of(
      plan.marks.begin(), plan.marks.end(), [&](const Mark& mark) { return mark.word == word; });
}

/// The offers left out for a reason, or null.
const Exclusion* exclusion_of(const Answer& answer, std::string_view reason) {
  for (const auto& exclusion : answer.excluded()) {
    if (exclusion.reason == reason && exclusion.count > 0)
      return &exclusion;
  }
  return nullptr;
}

} // namespace

TEST_CASE("a plan says what is rented, where, on which terms and at which price", "[facade]") {
  const auto answer = value_of(catalog_with(small_world()).plan(job_at_alba(), k_day));
  REQUIRE(answer.plans().size() == 2);
  CHECK(answer.ranked() == 2);
  const auto& spot = answer.plans().front();
  CHECK(spot.reference == "alba/kite.8@east-1#spot");
  CHECK(spot.rank == 1U);
  CHECK(spot.provider == "alba");
  CHECK(spot.instance_type == "kite.8");
  CHECK(spot.region == "east-1");
  CHECK(spot.accelerator == "kite-80gb");
  CHECK(spot.devices_per_node == 8);
  CHECK(spot.nodes == 1);
  CHECK(spot.terms == "spot");
  CHECK(spot.price_per_hour == Money{.nano_units = 8'000'000'000, .currency = "USD"});
  CHECK(*spot.price_date == Day{std::chrono::year{2026} / 11 / 1});
  CHECK(*spot.memory_usable_gib == Approx(80 * 0.985));
  CHECK(spot.memory_needed_gib.low < spot.memory_needed_gib.value);
  CHECK(spot.memory_needed_gib.value < spot.memory_needed_gib.high);
  const auto& on_demand = answer.plans().back();
  CHECK(on_demand.reference == "alba/kite.8@east-1");
  CHECK(on_demand.terms == "on-demand");
  CHECK(on_demand.rank == 2U);
}

TEST_CASE("a run without data or checkpoints costs its time at the price", "[facade]") {
  auto job = job_at_alba();
  job.keys.insert(job.keys.end(),
                  {{"purchase.terms", "on-demand"}, {"purchase.can_resume", "false"}});
  const auto answer = value_of(catalog_with(small_world()).plan(job, k_day));
  REQUIRE(answer.plans().size() == 1);
  const auto& plan = answer.plans().front();
  REQUIRE(plan.time);
  const double hours = plan.time->value.count();
  CHECK(plan.time->low.count() < hours);
  CHECK(plan.time->high.count() > hours);
  // Billed by the second: 20 USD / 3600 at most above the hours at 20 USD each.
  const double total = std::stod(plan.total.value.decimal());
  CHECK(total >= 20 * hours - 1e-6);
  CHECK(total <= 20 * hours + 20.0 / 3600);
  CHECK(plan.total.value.currency == "USD");
  CHECK(plan.total.low.nano_units < plan.total.value.nano_units);
  CHECK(plan.total.high.nano_units > plan.total.value.nano_units);
}

TEST_CASE("a service costs the hours of a month and has no end", "[facade]") {
  auto job = job_at_alba();
  job.keys = {{"model", "llama-3.1-8b"},
              {"kind", "serve"},
              {"serve.rps", "1"},
              {"purchase.terms", "on-demand"},
              {"constraints.providers", "alba"}};
  const auto answer = value_of(catalog_with(small_world()).plan(job, k_day));
  REQUIRE(answer.plans().size() == 1);
  const auto& plan = answer.plans().front();
  CHECK(plan.nodes == 1);
  CHECK_FALSE(plan.time);
  CHECK_FALSE(plan.time.why_unknown.empty());
  // 730 h at 20 USD, and 8,030,261,248 weights of 2 bytes at 0.023 USD a GB-month.
  CHECK(plan.total.value.decimal() == "14600.369392017");
}

TEST_CASE("an undated price has no day, is marked and is no pick", "[facade]") {
  auto world = small_world();
  for (auto& price : world.prices) {
    price.as_of.clear();
    price.as_of_kind = "unknown";
  }
  const auto catalog = catalog_with(world);
  const auto lines = value_of(catalog.plan(job_at_alba(), k_day));
  CHECK(lines.picks().empty());
  CHECK(lines.plans().empty());
  const auto old = value_of(catalog.plan(job_at_alba(), k_day, {.rows = Rows::lines_old}));
  REQUIRE(old.plans().size() == 2);
  for (const auto& plan : old.plans()) {
    CHECK_FALSE(plan.price_date);
    CHECK_FALSE(plan.price_date.why_unknown.empty());
    CHECK(has_mark(plan, "price-old"));
  }
}

TEST_CASE("that nothing fits is an answer with reasons", "[facade]") {
  auto job = job_at_alba();
  job.keys.emplace_back("constraints.budget", "0.01 USD");
  const auto answer = value_of(catalog_with(small_world()).plan(job, k_day));
  CHECK(answer.plans().empty());
  CHECK(answer.picks().empty());
  CHECK(answer.ranked() == 0);
  // First the one limit whose loss would help, then the offers that it left out.
  const auto& limit = answer.excluded().front();
  CHECK(limit.reason == "policy.budget");
  CHECK(limit.count == 0);
  CHECK(limit.nearest == "alba/kite.8@east-1#spot");
  CHECK(limit.remedy == "without --budget");
  const auto* group = exclusion_of(answer, "policy.budget");
  REQUIRE(group != nullptr);
  CHECK(group->count == 2);
  CHECK(group->nearest == "alba/kite.8@east-1#spot");
  CHECK(group->nearest_note.find("over the budget of 0.01 USD") != std::string::npos);
}

TEST_CASE("what the job does not say is assumed, with its option", "[facade]") {
  const auto answer = value_of(catalog_with(small_world()).plan(job_at_alba(), k_day));
  const auto& all = answer.assumptions();
  const auto sequence = std::find_if(all.begin(), all.end(), [](const Assumption& assumption) {
    return assumption.name == "sequence_length";
  });
  REQUIRE(sequence != all.end());
  CHECK(sequence->value == "4096");
  CHECK(sequence->flag == "--seq");
  CHECK_FALSE(sequence->why.empty());
}

TEST_CASE("totals are told in the currency asked for, at the rate given", "[facade]") {
  const auto catalog = catalog_with(small_world());
  const auto usd = value_of(catalog.plan(job_at_alba(), k_day));
  const auto eur = value_of(catalog.plan(
      job_at_alba(), k_day, {.currency = "EUR", .exchange_rates = {"EUR=2USD@2026-11-28"}}));
  REQUIRE(usd.plans().size() == eur.plans().size());
  for (std::size_t i = 0; i < usd.plans().size(); ++i) {
    const auto& total = eur.plans()[i].total.value;
    CHECK(total.currency == "EUR");
    // Each line of the quote is rounded once.
    CHECK(std::abs(2 * total.nano_units - usd.plans()[i].total.value.nano_units) < 10);
    CHECK(eur.plans()[i].price_per_hour == usd.plans()[i].price_per_hour);
  }
}

TEST_CASE("without a rate another currency is left out, not taken at par", "[facade]") {
  const auto answer =
      value_of(catalog_with(small_world()).plan(job_at_alba(), k_day, {.currency = "EUR"}));
  CHECK(answer.plans().empty());
  const auto* elsewhere = exclusion_of(answer, "currency.no-rate");
  REQUIRE(elsewhere != nullptr);
  CHECK(elsewhere->count == 2);
}

TEST_CASE("money is told exactly, and rounded half to even", "[facade]") {
  CHECK(Money{.nano_units = 8'400'000, .currency = "USD"}.decimal() == "0.0084");
  CHECK(Money{.nano_units = 12'000'000'000, .currency = "USD"}.decimal() == "12");
  CHECK(Money{.nano_units = 125'000'000, .currency = "USD"}.rounded() == "0.12");
  CHECK(Money{.nano_units = 135'000'000, .currency = "USD"}.rounded() == "0.14");
}

TEST_CASE("a result or an unknown that is read unasked throws", "[facade]") {
  const Result<int> nothing{std::vector<Diagnostic>{}};
  CHECK_THROWS_AS(nothing.value(), std::bad_optional_access);
  const Known<int> unknown{.value = {}, .why_unknown = "not stated"};
  CHECK_THROWS_AS(*unknown, std::bad_optional_access);
}
