#include "output/json/plan_csv.hpp"
#include "output/json/recommend_json.hpp"
#include "plan/answer/rank.hpp"
#include "random_world.hpp"

#include <nlohmann/json.hpp>

#include <set>

/// What the parts of an answer promise, told anew from the ranked plans. Seeds are fixed.

using namespace gpuplan;
using namespace gpuplan::test;
using plan::Mark;
using plan::PickKind;
using plan::Recommendation;
using plan::RecommendationSet;

namespace {

constexpr std::uint64_t k_markets = 16;

template <class Check>
void for_each_answer(const std::string& extra, Check&& check) {
  std::size_t checked = 0;
  for (std::uint64_t seed = 101; seed < 101 + k_markets; ++seed) {
    Draw draw(seed);
    const Plans plans(random_world(draw));
    const auto job = random_job(draw) + extra;
    CAPTURE(seed, job);
    checked += check(plans.answer(job)) ? 1U : 0U;
  }
  CHECK(checked > k_markets / 2);
}

bool may_be_picked(const RecommendationSet& set, const Recommendation& entry) {
  const auto machine = set.catalog->instance(entry.offer.instance);
  return entry.offer.as_of.known() && !entry.has(Mark::price_old) &&
         !entry.has(Mark::quarantined) && !entry.has(Mark::unconfirmed) &&
         !entry.offer.has(catalog::Finding::outlier) &&
         !entry.offer.has(catalog::Finding::unconfirmed) &&
         machine.host_tier != catalog::HostTier::community;
}

bool is_sure(const Recommendation& entry) {
  return !entry.has(Mark::chip_not_measured) && !entry.has(Mark::rule_of_thumb);
}

/// The cheapest of the plans that a condition holds for; one that fits before one that is tight.
template <class Condition>
const Recommendation* cheapest(const RecommendationSet& set, Condition&& condition) {
  const Recommendation* best = nullptr;
  const auto order = [](const Recommendation& entry) {
    return std::tuple(entry.has(Mark::memory_tight), entry.quote.total.nanos(), entry.quote.wall);
  };
  for (const auto* entry : ranked(set)) {
    if (condition(*entry) && (best == nullptr || order(*entry) < order(*best)))
      best = entry;
  }
  return best;
}

} // namespace

TEST_CASE("picks keep to their definition", "[plan][property]") {
  for_each_answer("", [](const RecommendationSet& set) {
    if (set.workload.objective != workload::Objective::cost)
      return true;
    const auto* rely = cheapest(set, [&](const Recommendation& entry) {
      return entry.offer.option == catalog::PurchaseOption::on_demand && is_sure(entry) &&
             may_be_picked(set, entry);
    });
    const auto* picked = pick_of(set, PickKind::rely);
    REQUIRE((picked == nullptr) == (rely == nullptr));
    if (rely != nullptr) {
      REQUIRE(picked->quote.total == rely->quote.total);
      REQUIRE(picked->has(Mark::memory_tight) == rely->has(Mark::memory_tight));
    }
    const auto* spot = cheapest(set, [&](const Recommendation& entry) {
      return entry.offer.option == catalog::PurchaseOption::spot && may_be_picked(set, entry);
    });
    const bool pays = spot != nullptr && (rely == nullptr || spot->quote.total < rely->quote.total);
    const auto* cheap = pick_of(set, PickKind::cheap);
    REQUIRE((cheap != nullptr) == pays);
    if (cheap != nullptr)
      REQUIRE(cheap->quote.total == spot->quote.total);
    return rely != nullptr;
  });
}

TEST_CASE("no pick is old, undated, outlying, unconfirmed or a third party's", "[plan][property]") {
  for_each_answer("", [](const RecommendationSet& set) {
    for (const auto& pick : set.picks) {
      const auto& entry = set.recommendations[pick.index];
      REQUIRE(may_be_picked(set, entry));
      REQUIRE((pick.kind == PickKind::cheap || is_sure(entry)));
    }
    return !set.picks.empty();
  });
}

TEST_CASE("whatever plans are ranked by, the reliable pick is the cheapest one it could be",
          "[plan][property]") {
  for (std::uint64_t seed = 201; seed < 206; ++seed) {
    Draw draw(seed);
    const Plans plans(random_world(draw));
    CAPTURE(seed);
    std::vector<core::Money> totals;
    for (const auto* objective : {"cost", "time", "value", "time_hours"}) {
      const auto set = plans.answer(fmt::format("model: llama-3.2-1b\nkind: train\nmethod: lora\n"
                                                "data: {{tokens: 500M}}\nobjective: {}\n",
                                                objective));
      if (const auto* rely = pick_of(set, PickKind::rely))
        totals.push_back(rely->quote.total);
    }
    REQUIRE(totals.size() != 1);
    for (const auto& total : totals)
      REQUIRE(total == totals.front());
  }
}

TEST_CASE("the fast pick is faster than every other pick and keeps its limits",
          "[plan][property]") {
  for_each_answer("", [](const RecommendationSet& set) {
    const auto* fast = pick_of(set, PickKind::fast);
    if (fast == nullptr)
      return true;
    REQUIRE_FALSE(fast->has(Mark::memory_tight));
    for (const auto& pick : set.picks) {
      const auto& other = set.recommendations[pick.index];
      if (pick.kind != PickKind::fast)
        REQUIRE(fast->quote.wall < other.quote.wall);
    }
    const auto& budget = set.workload.constraints.budget;
    const auto* rely = pick_of(set, PickKind::rely);
    if (budget)
      REQUIRE(fast->quote.total <= *budget);
    if (rely != nullptr)
      REQUIRE(fast->quote.total.nanos() <= 2 * rely->quote.total.nanos());
    return true;
  });
}

TEST_CASE("the default lines keep to their rule", "[plan][property]") {
  for_each_answer("", [](const RecommendationSet& set) {
    using Key = std::pair<std::uint32_t, bool>;
    std::map<Key, int> of_provider;
    std::set<std::uint32_t> offers;
    std::set<std::tuple<std::uint32_t, std::uint32_t, catalog::PurchaseOption>> groups;
    std::size_t interruptible = 0;
    std::uint32_t last_rank = 0;
    for (const auto line : set.lines) {
      const auto& entry = set.recommendations[line];
      const bool spot = entry.offer.option == catalog::PurchaseOption::spot;
      const auto chip = set.catalog->instance(entry.offer.instance).accelerator->index;
      REQUIRE(entry.rank > last_rank); // in ranking order
      last_rank = entry.rank;
      REQUIRE(offers.insert(entry.offer.id.index).second);
      REQUIRE(groups.insert({entry.offer.provider.index, chip, entry.offer.option}).second);
      REQUIRE_FALSE(entry.has(Mark::price_old));
      ++of_provider[{entry.offer.provider.index, spot}];
      interruptible += spot ? 1U : 0U;
    }
    // The rule may give way only where the list could not be filled otherwise: then every provider
    // has its one line of each kind already.
    std::set<Key> sellers;
    for (const auto* entry : ranked(set)) {
      if (!entry->has(Mark::price_old) && !entry->has(Mark::quarantined))
        sellers.insert(
            {entry->offer.provider.index, entry->offer.option == catalog::PurchaseOption::spot});
    }
    const bool repeated = std::any_of(
        of_provider.begin(), of_provider.end(), [](const auto& one) { return one.second > 1; });
    const std::size_t half = 4;
    if (repeated || interruptible > half) {
      std::size_t firm = 0;
      for (const auto& [provider, spot] : sellers) {
        if (spot)
          continue;
        ++firm;
        REQUIRE(of_provider[{provider, false}] >= 1);
      }
      REQUIRE(firm + std::min<std::size_t>(half, sellers.size() - firm) <= set.lines.size());
    }
    return set.lines.size() > 2;
  });
}

TEST_CASE("a mark says pareto where no plan is cheaper and faster", "[plan][property]") {
  for_each_answer("", [](const RecommendationSet& set) {
    const auto all = ranked(set);
    for (const auto* entry : all) {
      const bool beaten = std::any_of(all.begin(), all.end(), [&](const auto* other) {
        const bool no_worse =
            other->quote.total <= entry->quote.total && other->quote.wall <= entry->quote.wall;
        return no_worse &&
               (other->quote.total < entry->quote.total || other->quote.wall < entry->quote.wall);
      });
      REQUIRE(entry->has(Mark::pareto) == !beaten);
    }
    return all.size() > 3;
  });
}

TEST_CASE("the order of plans is total", "[plan][property]") {
  Draw draw(7);
  const auto catalog = catalog_of(random_world(draw));
  const plan::Records records(catalog);
  const auto random_plan = [&] {
    plan::PricedPlan plan;
    plan.offer = {static_cast<std::uint32_t>(draw.below(catalog.offer_count()))};
    plan.marks = draw.one_in(2) ? 0U : static_cast<std::uint32_t>(draw.below(1U << 11U));
    plan.preferences_missed = static_cast<std::uint32_t>(draw.below(2));
    plan.total = core::Money{draw.whole(1, 3), core::Currency{}};
    plan.wall = core::Milliseconds{draw.whole(1, 3)};
    plan.cost_per_unit = static_cast<double>(draw.below(3));
    plan.custom = static_cast<double>(draw.below(3));
    plan.custom_known = !draw.one_in(4);
    return plan;
  };
  for (const auto objective : {workload::Objective::cost,
                               workload::Objective::time,
                               workload::Objective::value,
                               workload::Objective::expression}) {
    for (const bool per_unit : {false, true}) {
      const plan::PlanOrder before(records, objective, per_unit);
      for (int i = 0; i < 3000; ++i) {
        const auto a = random_plan();
        const auto b = random_plan();
        const auto c = random_plan();
        REQUIRE_FALSE(before(a, a));
        REQUIRE_FALSE((before(a, b) && before(b, a)));
        if (before(a, b) && before(b, c))
          REQUIRE(before(a, c));
        if (a.offer != b.offer) // two plans of two offers are never equal
          REQUIRE((before(a, b) || before(b, a)));
        REQUIRE_FALSE((before.better_value(a, b) && before.better_value(b, a)));
      }
    }
  }
}

TEST_CASE("what is printed of a quote adds up to what is printed of its total",
          "[plan][output][property]") {
  for_each_answer("", [](const RecommendationSet& set) {
    const auto all = ranked(set);
    for (const auto* entry : all) {
      core::Money cents(0, set.currency);
      for (const auto& amount : cost::rounded_amounts(entry->quote))
        cents += *core::Money::parse(to_fixed(amount, 2), amount.currency());
      REQUIRE(to_fixed(cents, 2) == to_fixed(entry->quote.total, 2));
    }
    return all.size() > 3;
  });
}

TEST_CASE("JSON and CSV tell one amount, and its parts add up", "[plan][output][property]") {
  for_each_answer("", [](const RecommendationSet& set) {
    const auto json =
        nlohmann::json::parse(output::recommend_json(set, "recommend", output::Rows::every));
    const auto csv =
        output::recommend_csv(set, output::Rows::every, {"cost_total_usd", "price_hourly_usd"});
    std::string expected = "cost_total_usd,price_hourly_usd\n";
    std::size_t told = 0;
    for (const auto& result : json["results"]) {
      const auto total = result["quote"]["total"].get<std::string>();
      REQUIRE(result["cost_total_usd"] == total);
      core::Money sum;
      for (const auto& line : result["quote"]["lines"])
        sum += *core::Money::parse(line["amount"].get<std::string>(), {});
      REQUIRE(core::to_decimal(sum) == total);
      if (!result["rank"].is_null() && ++told > 0)
        expected += total + "," + result["price_hourly_usd"].get<std::string>() + "\n";
    }
    REQUIRE(csv == expected);
    return told > 3;
  });
}

TEST_CASE("counts and ranks of a JSON answer agree", "[plan][output][property]") {
  for_each_answer("", [](const RecommendationSet& set) {
    for (const auto rows : {output::Rows::lines, output::Rows::every}) {
      const auto json = nlohmann::json::parse(output::recommend_json(set, "recommend", rows));
      const auto& summary = json["summary"];
      std::set<std::uint64_t> ranks;
      std::uint64_t unranked = 0;
      for (const auto& result : json["results"]) {
        REQUIRE(result["offer_rank"].is_number());
        if (result["rank"].is_null()) {
          ++unranked;
          continue;
        }
        REQUIRE(result["rank"] == result["offer_rank"]);
        ranks.insert(result["rank"].get<std::uint64_t>());
      }
      REQUIRE(summary["shown"] == ranks.size());
      REQUIRE(summary["unranked"] == unranked);
      REQUIRE(summary["shown"] <= summary["matched"]);
      REQUIRE((ranks.empty() || *ranks.rbegin() <= summary["matched"].get<std::uint64_t>()));
    }
    return set.counts.ranked > 3;
  });
}

TEST_CASE("ranks and regions at one price are those of the whole ranking", "[plan][property]") {
  for_each_answer("", [](const RecommendationSet& set) {
    const auto all = ranked(set);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto& entry = *all[i];
      REQUIRE(entry.rank == i + 1);
      std::set<std::uint32_t> regions;
      for (const auto* other : all) {
        if (other->offer.instance == entry.offer.instance &&
            other->offer.option == entry.offer.option && other->quote.total == entry.quote.total &&
            other->offer.region != entry.offer.region)
          regions.insert(other->offer.region.index);
      }
      REQUIRE(entry.same_price_regions == regions.size());
    }
    return all.size() > 3;
  });
}
