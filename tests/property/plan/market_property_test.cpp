#include "random_world.hpp"

#include <set>

/// What holds for the answer to any job on any market. Seeds are fixed.

using namespace gpuplan;
using namespace gpuplan::test;

namespace {

constexpr std::uint64_t k_markets_to_order = 12;

/// Calls `check(draw, world, job)` for each market with a job on it.
template <class Check>
void for_each_market(Check&& check) {
  std::size_t answered = 0;
  for (std::uint64_t seed = 1; seed <= k_markets_to_order; ++seed) {
    Draw draw(seed);
    const auto world = random_world(draw);
    const auto job = random_job(draw);
    CAPTURE(seed, job);
    answered += check(draw, world, job) ? 1U : 0U;
  }
  CHECK(answered > k_markets_to_order / 2); // else the property was tested on nothing
}

/// What a rank stands for, without names.
using Figures = std::tuple<core::Money, core::Milliseconds, std::uint32_t>;

std::vector<Figures> figures(const plan::RecommendationSet& set) {
  std::vector<Figures> all;
  for (const auto* entry : ranked(set))
    all.emplace_back(entry->quote.total, entry->quote.wall, entry->marks);
  return all;
}

/// The whole answer in text but for the lines of the files behind it.
std::vector<std::string> told(const plan::RecommendationSet& set) {
  std::vector<std::string> lines;
  for (const auto* entry : ranked(set)) {
    lines.push_back(fmt::format("{} {} {} {} +{}",
                                entry->plan,
                                core::to_decimal(entry->quote.total),
                                entry->quote.wall.count(),
                                entry->marks,
                                entry->same_price_regions));
  }
  for (const auto line : set.lines)
    lines.push_back("line " + set.recommendations[line].plan);
  for (const auto line : set.old_lines)
    lines.push_back("old " + set.recommendations[line].plan);
  for (const auto& pick : set.picks)
    lines.push_back(std::string(to_string(pick.kind)) + " " + set.recommendations[pick.index].plan);
  for (const auto& out : set.excluded)
    lines.push_back(
        fmt::format("{} {} {} {}", out.reason, out.count, out.nearest, out.nearest_note));
  return lines;
}

std::vector<std::string> without(std::vector<std::string> names, const std::set<std::string>& out) {
  std::erase_if(names, [&](const std::string& name) { return out.contains(name); });
  return names;
}

} // namespace

TEST_CASE("a plan's total is the sum of its lines, and plans are ranked by it",
          "[plan][property]") {
  for_each_market([](Draw&, const World& world, const std::string& job) {
    const Plans plans(world);
    const auto set = plans.answer(job);
    for (const auto& entry : set.recommendations) {
      core::Money sum{0, entry.quote.total.currency()};
      for (const auto& line : entry.quote.lines)
        sum += line.amount;
      REQUIRE(sum == entry.quote.total);
      REQUIRE(entry.quote.total_low <= entry.quote.total);
      REQUIRE(entry.quote.total <= entry.quote.total_high);
    }
    return !set.recommendations.empty();
  });
}

TEST_CASE("the reasons account for every offer of the catalog", "[plan][property]") {
  for_each_market([](Draw& draw, World world, const std::string& job) {
    // Every third machine is sold under a second name.
    for (std::size_t i = 0, count = world.machines.size(); i < count; i += 3) {
      auto twin = world.machines[i];
      twin.same_as = twin.type;
      twin.type += "-again";
      world.machines.push_back(twin);
      for (std::size_t row = 0, rows = world.prices.size(); row < rows; ++row) {
        auto price = world.prices[row];
        if (price.provider != twin.provider || price.type != twin.same_as || draw.one_in(3))
          continue;
        price.type = twin.type;
        world.prices.push_back(price);
      }
    }
    const Plans plans(world);
    const auto set = plans.answer(job);
    std::uint64_t told = set.counts.ranked + set.counts.twins;
    for (const auto& exclusion : set.excluded)
      told += exclusion.count;
    REQUIRE(set.counts.offers == plans.catalog().offer_count());
    REQUIRE(told == set.counts.offers);
    return set.counts.twins > 0;
  });
}

TEST_CASE("the order of files and rows never changes an answer", "[plan][property]") {
  for_each_market([](Draw& draw, World world, const std::string& job) {
    const auto before = told(Plans(world).answer(job));
    draw.shuffle(world.chips);
    draw.shuffle(world.regions);
    draw.shuffle(world.machines);
    draw.shuffle(world.prices);
    REQUIRE(told(Plans(world).answer(job)) == before);
    return !before.empty();
  });
}

TEST_CASE("renaming a provider never changes the ranks", "[plan][property]") {
  for_each_market([](Draw&, World world, const std::string& job) {
    const auto before = figures(Plans(world).answer(job));
    const auto rename = [](std::string& provider) {
      if (provider == "alba")
        provider = "zephyr";
    };
    for (auto& region : world.regions)
      rename(region.provider);
    for (auto& machine : world.machines)
      rename(machine.provider);
    for (auto& price : world.prices)
      rename(price.provider);
    REQUIRE(figures(Plans(world).answer(job)) == before);
    return !before.empty();
  });
}

TEST_CASE("swapping two equal offers never changes the other ranks", "[plan][property]") {
  for_each_market([](Draw&, World world, const std::string& job) {
    // Two providers sell the same at the same prices; then their names are swapped.
    const auto sell_again = [&](const std::string& name) {
      World more = world;
      for (const auto& region : world.regions) {
        if (region.provider == "alba")
          more.regions.push_back({.provider = name, .name = region.name});
      }
      for (auto machine : world.machines) {
        if (machine.provider != "alba")
          continue;
        machine.provider = name;
        more.machines.push_back(machine);
      }
      for (auto price : world.prices) {
        if (price.provider != "alba")
          continue;
        price.provider = name;
        more.prices.push_back(price);
      }
      return more;
    };
    const auto before = Plans(sell_again("aaron")).answer(job);
    const auto after = Plans(sell_again("zeno")).answer(job);
    REQUIRE(figures(before) == figures(after));
    const auto others = [](const plan::RecommendationSet& set) {
      std::vector<std::pair<std::uint32_t, std::string>> ranks;
      for (const auto* entry : ranked(set)) {
        const auto provider = entry->plan.substr(0, entry->plan.find('/'));
        if (provider != "alba" && provider != "aaron" && provider != "zeno")
          ranks.emplace_back(entry->rank, entry->plan);
      }
      return ranks;
    };
    REQUIRE(others(before) == others(after));
    return !others(before).empty();
  });
}

TEST_CASE("a dominated offer never changes the order of the others", "[plan][property]") {
  for_each_market([](Draw&, World world, const std::string& job) {
    const auto before = ranking(Plans(world).answer(job));
    // The first machine that has a price is sold in one more region, at ten times its price.
    const auto sold = std::find_if(world.prices.begin(), world.prices.end(), [](const auto& row) {
      return !row.hourly.empty() && row.option == "on-demand";
    });
    REQUIRE(sold != world.prices.end());
    auto dominated = *sold;
    dominated.region = "south-1";
    dominated.hourly = fmt::format("{:.2f}", std::stod(dominated.hourly) * 10);
    world.regions.push_back({.provider = dominated.provider, .name = "south-1"});
    world.prices.push_back(dominated);
    const auto after = ranking(Plans(world).answer(job));
    std::set<std::string> added;
    for (const auto& name : after) {
      if (name.find("@south-1") != std::string::npos)
        added.insert(name);
    }
    REQUIRE(without(after, added) == before);
    return !before.empty();
  });
}

TEST_CASE("an offer never gains ranks by a dearer price", "[plan][property]") {
  for_each_market([](Draw& draw, World world, const std::string& job) {
    const Plans cheaper(world);
    const auto before = cheaper.answer(job);
    if (before.counts.ranked == 0)
      return false;
    const auto victim = ranked(before)[draw.below(before.counts.ranked)];
    const auto provider = std::string(cheaper.catalog().provider(victim->offer.provider).name);
    const auto type = std::string(cheaper.catalog().instance(victim->offer.instance).type);
    const auto region = std::string(cheaper.catalog().region(victim->offer.region).name);
    const auto option = std::string(to_string(victim->offer.option));
    for (auto& row : world.prices) {
      const bool same = row.provider == provider && row.type == type && row.region == region &&
                        row.option == option;
      if (same)
        row.hourly = fmt::format("{:.2f}", std::stod(row.hourly) * 1.3 + 0.01);
    }
    const Plans dearer(world);
    const auto after = dearer.answer(job);
    // A rank counts the plans in front: the offer may leave (over the budget), never move up.
    for (const auto* entry : ranked(after)) {
      if (entry->offer_id == victim->offer_id)
        REQUIRE(entry->rank >= victim->rank);
    }
    const auto of_others = [&](const plan::RecommendationSet& set) {
      std::vector<std::string> names;
      for (const auto* entry : ranked(set)) {
        if (entry->offer_id != victim->offer_id)
          names.push_back(entry->plan);
      }
      return names;
    };
    REQUIRE(of_others(after) == of_others(before));
    return true;
  });
}

TEST_CASE("more device memory never turns a fit into a misfit", "[plan][property]") {
  for_each_market([](Draw& draw, World world, std::string job) {
    // Without limits of time and money: a roomier layout may be chosen that takes another time.
    // The name of a chip tells its memory, so a row that says otherwise is a finding.
    job = job.substr(0, std::min(job.find("constraints"), job.find("objective")));
    job += "constraints: {quarantined: true}\n";
    const auto before = Plans(world).answer(job);
    const auto grown = draw.below(world.chips.size());
    world.chips[grown].memory_gib *= 1 + static_cast<double>(draw.whole(1, 20)) / 10;
    const auto after = Plans(world).answer(job);
    REQUIRE(left_out(after, "memory.fits") <= left_out(before, "memory.fits"));
    std::set<std::string> fits;
    for (const auto* entry : ranked(after))
      fits.insert(entry->offer_id);
    for (const auto* entry : ranked(before))
      REQUIRE(fits.contains(entry->offer_id));
    return !fits.empty();
  });
}

TEST_CASE("hours scale cost", "[plan][property]") {
  for_each_market([](Draw&, const World& world, std::string job) {
    job += "run: {setup: 0h}\n";
    const auto set = Plans(world).answer(job);
    std::size_t checked = 0;
    for (const auto& entry : set.recommendations) {
      if (entry.offer.option != catalog::PurchaseOption::on_demand)
        continue;
      // Billed by the second, a minute at least: hours × rate × machines, to a second of each.
      const double hours = core::to_hours(entry.setup.run);
      const double hourly = entry.offer.hourly->to_double() * entry.setup.nodes;
      const double compute = entry.quote.lines.front().amount.to_double();
      REQUIRE(entry.quote.lines.front().kind == cost::LineKind::compute);
      REQUIRE(compute >= hours * hourly * (1 - 1e-9));
      REQUIRE(compute <= (hours + 60.0 / 3600) * hourly * (1 + 1e-9));
      ++checked;
    }
    return checked > 0;
  });
}
