#include "random_world.hpp"

/// What plans of a service promise. Seeds are fixed.

using namespace gpuplan;
using namespace gpuplan::test;
using plan::Recommendation;

namespace {

std::string random_service(Draw& draw) {
  const std::array models{"llama-3.2-1b"s, "llama-3.1-8b"s, "llama-3.1-70b"s, "gpt2"s};
  const std::array rates{"0.0001"s, "0.01"s, "0.3"s, "2"s, "17"s, "120"s};
  return fmt::format(
      "model: {}\nkind: serve\nserve: {{rps: {}}}\n", draw.of(models), draw.of(rates));
}

void check_range(const cost::Quote& quote) {
  REQUIRE(quote.total_low <= quote.total);
  REQUIRE(quote.total <= quote.total_high);
}

/// Each end of the range is the month of whole replicas, one at least.
void check_ends(const Recommendation& entry) {
  const auto& setup = entry.setup;
  const std::int64_t replica = std::max(1, setup.nodes / setup.layout.replicas);
  const auto of_replica = core::scale(entry.quote.total, replica, setup.nodes);
  REQUIRE(of_replica.has_value());
  for (const auto& end : {entry.quote.total_low, entry.quote.total_high}) {
    const double replicas = end.to_double() / of_replica->to_double();
    REQUIRE(std::round(replicas) >= 1);
    REQUIRE(std::abs(replicas - std::round(replicas)) < 1e-6);
  }
}

} // namespace

TEST_CASE("the range of a service holds its cost, and whole replicas at both ends",
          "[plan][property]") {
  std::size_t spanning = 0;
  std::size_t wide = 0;
  for (std::uint64_t seed = 301; seed < 331; ++seed) {
    Draw draw(seed);
    const Plans plans(random_world(draw));
    const auto job = random_service(draw);
    CAPTURE(seed, job);
    const auto set = plans.answer(job);
    for (const auto* entry : ranked(set)) {
      CAPTURE(entry->plan);
      check_range(entry->quote);
      if (entry->offer.option != catalog::PurchaseOption::on_demand)
        continue;
      check_ends(*entry);
      spanning += entry->setup.nodes > entry->setup.layout.replicas ? 1U : 0U;
      wide += entry->quote.total_low < entry->quote.total_high ? 1U : 0U;
    }
  }
  CHECK(spanning > 0);
  CHECK(wide > 0);
}

TEST_CASE("the replicas of a service hold the requests in flight", "[plan][property]") {
  std::size_t several = 0;
  for (std::uint64_t seed = 501; seed < 517; ++seed) {
    Draw draw(seed);
    const Plans plans(random_world(draw));
    const std::array loads{""s, ""s, ", rps: 0.001"s, ", tpot: 40ms"s};
    const double users = static_cast<double>(draw.whole(1, 300));
    const auto job = fmt::format("model: llama-3.1-8b\nkind: serve\n"
                                 "serve: {{users: {}, input_tokens: {}{}}}\n",
                                 users,
                                 draw.whole(1, 100) * 1000,
                                 draw.of(loads));
    CAPTURE(seed, job);
    const auto set = plans.answer(job);
    for (const auto* entry : ranked(set)) {
      CAPTURE(entry->plan);
      const double held = entry->setup.replica.max_concurrency * entry->setup.layout.replicas;
      REQUIRE(held >= users);
      check_range(entry->quote);
      several += entry->setup.layout.replicas > 1 ? 1U : 0U;
    }
    auto one = plans.request(job);
    one.workload.nodes = 1;
    const auto set_of_one = plans.answer(one);
    for (const auto* entry : ranked(set_of_one))
      REQUIRE(entry->setup.replica.max_concurrency * entry->setup.layout.replicas >= users);
  }
  CHECK(several > 0);
}

TEST_CASE("what cannot hold the requests in flight is left out with numbers", "[plan]") {
  Draw draw(501);
  const Plans plans(random_world(draw));
  const auto set = plans.answer("model: llama-3.1-8b\nkind: serve\nnodes: 1\n"
                                "serve: {users: 300, input_tokens: 100k}\n");
  CHECK(left_out(set, "serve.capacity-users") > 0);
}

TEST_CASE("a plan looked at alone has the range it was ranked with", "[plan][property]") {
  std::size_t checked = 0;
  for (std::uint64_t seed = 401; seed < 407; ++seed) {
    Draw draw(seed);
    const Plans plans(random_world(draw));
    const auto job = random_service(draw);
    const auto set = plans.answer(job);
    for (const auto line : set.lines) {
      const auto& entry = set.recommendations[line];
      CAPTURE(seed, job, entry.plan);
      auto request = plans.request(job);
      request.workload.on = entry.plan;
      const auto alone = plans.answer(request);
      const auto all = ranked(alone);
      REQUIRE_FALSE(all.empty());
      CHECK(all.front()->quote.total_low == entry.quote.total_low);
      CHECK(all.front()->quote.total_high == entry.quote.total_high);
      ++checked;
    }
  }
  CHECK(checked > 10);
}
