#include "random_world.hpp"
#include "workload/keys/keys.hpp"

#include <map>
#include <sstream>

/// What an answer says would help does help: the flags of each remedy, stated with the same job,
/// make the offer that is named a plan. Seeds are fixed.

using namespace gpuplan;
using namespace gpuplan::test;

namespace {

constexpr std::uint64_t k_markets_to_mend = 24;

const workload::Key& key_of(const std::string& flag) {
  for (const auto& key : workload::keys()) {
    if (key.flag == flag)
      return key;
  }
  FAIL("a remedy names " << flag << ", which is no flag");
  return workload::keys().front();
}

/// `--method qlora --nodes 2` as the command line reads it.
workload::Overrides read_flags(const std::string& text) {
  workload::Overrides all;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const auto& key = key_of(word);
    std::string value = "true";
    if (key.kind != workload::ValueKind::boolean)
      words >> value;
    std::string path(key.path);
    if (key.kind == workload::ValueKind::table) {
      path += "." + value.substr(0, value.find('='));
      value = value.substr(value.find('=') + 1);
    }
    all.push_back({path, value, word});
  }
  return all;
}

/// The alternatives of `--method qlora, or --seq 2048`.
std::vector<std::string> alternatives(const std::string& remedy) {
  std::vector<std::string> all;
  for (std::size_t at = 0; at <= remedy.size();) {
    const auto end = std::min(remedy.find(", or ", at), remedy.size());
    all.push_back(remedy.substr(at, end - at));
    at = end + 5;
  }
  return all;
}

/// Takes `--old` off: it is no key of the job but asks the list for plans it sets apart.
bool takes_old_off(std::string& remedy) {
  constexpr std::string_view k_old = " --old";
  if (!remedy.ends_with(k_old))
    return false;
  remedy.erase(remedy.size() - k_old.size());
  return true;
}

/// What the flags of a request of these tests can say; the rest is an advice or drops a limit.
bool is_flags(const std::string& text) {
  return text.starts_with("--") && text.find("…") == std::string::npos;
}

/// The offers that are ranked, and whether their prices are old, by the reference without the
/// number of instances.
std::map<std::string, bool> offers_ranked(const plan::RecommendationSet& set) {
  std::map<std::string, bool> all;
  for (const auto* entry : ranked(set))
    all.emplace(entry->offer_id,
                entry->has(plan::Mark::price_old) || entry->has(plan::Mark::price_later) ||
                    entry->has(plan::Mark::quarantined));
  return all;
}

std::string offer_of(const std::string& plan) {
  return plan.substr(0, plan.find(' '));
}

std::string service(Draw& draw) {
  const std::array models{"llama-3.1-8b"s, "llama-3.2-1b"s, "mixtral-8x7b"s};
  std::string job = "model: " + draw.of(models) + "\nkind: serve\nserve: {";
  job += fmt::format("rps: {}/s", draw.whole(1, 400));
  if (draw.one_in(2))
    job += fmt::format(", ttft: {}ms", draw.whole(20, 900));
  if (draw.one_in(2))
    job += fmt::format(", tpot: {}ms", draw.whole(4, 60));
  job += "}\n";
  if (draw.one_in(3))
    job += fmt::format("constraints: {{budget: {} USD}}\n", draw.whole(200, 20000));
  return job;
}

/// Jobs that leave something out for every reason there is.
std::string limited_job(Draw& draw) {
  if (draw.one_in(3))
    return service(draw);
  std::string job = random_job(draw);
  if (draw.one_in(4))
    job += "precision: fp8\n";
  if (draw.one_in(4))
    job += "purchase: {can_resume: false}\n";
  if (draw.one_in(4))
    job += "assume: {network_gbps: 400}\n";
  return job;
}

/// Whether flags say all that others say.
bool say_all_of(const std::string& flags, const std::string& others) {
  const auto all = read_flags(flags);
  return std::ranges::all_of(read_flags(others), [&](const auto& other) {
    return std::ranges::any_of(
        all, [&](const auto& one) { return one.key == other.key && one.value == other.value; });
  });
}

/// A commitment that is said to pay costs less than the same machine on demand beside it.
std::size_t commitments_that_pay(const plan::RecommendationSet& set, const std::string& offer) {
  std::size_t compared = 0;
  for (const auto* entry : ranked(set)) {
    if (entry->offer_id != offer || entry->offer.option != catalog::PurchaseOption::reserved)
      continue;
    for (const auto* other : ranked(set)) {
      const bool beside = other->offer.option == catalog::PurchaseOption::on_demand &&
                          other->offer.instance == entry->offer.instance &&
                          other->offer.region == entry->offer.region;
      if (!beside)
        continue;
      CAPTURE(entry->plan, other->plan);
      CHECK(entry->quote.total < other->quote.total);
      ++compared;
    }
  }
  return compared;
}

/// Asks again with each remedy of the answer; counts by reason how many there were.
void ask_again(const Plans& plans, const std::string& job, std::map<std::string, int>& held) {
  for (const auto& exclusion : plans.answer(job).excluded) {
    for (auto remedy : alternatives(exclusion.remedy)) {
      if (!is_flags(remedy) || exclusion.reason == "price.none")
        continue;
      CAPTURE(job, exclusion.reason, exclusion.nearest, remedy, exclusion.remedy);
      const bool old = takes_old_off(remedy);
      if (auto first = alternatives(exclusion.remedy).front(); is_flags(first)) {
        takes_old_off(first);
        CHECK((first == remedy || !say_all_of(remedy, first)));
      }
      auto request = plans.request(job);
      request.workload = job_on(plans.catalog(), job, read_flags(remedy));
      request.nearest = plan::Nearest::left_alone;
      const auto offers = offers_ranked(plans.answer(request));
      REQUIRE(offers.contains(offer_of(exclusion.nearest)));
      CHECK(offers.at(offer_of(exclusion.nearest)) == old);
      ++held[exclusion.reason];
    }
  }
}

} // namespace

TEST_CASE("a remedy that is told makes the plan it is told of", "[plan][property]") {
  const std::string for_a_penny =
      "model: llama-3.1-8b\nkind: finetune\ndata: {tokens: 50M}\nconstraints: {budget: 0.01 USD}\n";
  std::map<std::string, int> held;
  for (std::uint64_t seed = 301; seed < 301 + k_markets_to_mend; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const Plans plans(random_world(draw));
    ask_again(plans, limited_job(draw), held);
    ask_again(plans, for_a_penny, held);
  }
  for (const auto* reason : {"memory.fits",
                             "purchase.reserved-horizon",
                             "policy.deadline",
                             "policy.budget",
                             "policy.provider"}) {
    CAPTURE(reason);
    CHECK(held[reason] > 0);
  }
}

TEST_CASE("under what is told to bring a commitment back it costs less than on demand",
          "[plan][property]") {
  std::size_t compared = 0;
  for (std::uint64_t seed = 601; seed < 613; ++seed) {
    Draw draw(seed);
    auto world = random_world(draw);
    for (auto& price : world.prices) {
      if (price.term == "1y" && draw.one_in(2))
        price.term = "3y";
    }
    const Plans plans(world);
    const auto job = random_job(draw);
    for (const auto& exclusion : plans.answer(job).excluded) {
      if (exclusion.reason != "purchase.reserved-horizon" || exclusion.remedy.empty())
        continue;
      CAPTURE(seed, job, exclusion.nearest, exclusion.remedy);
      auto remedy = exclusion.remedy;
      takes_old_off(remedy);
      auto request = plans.request(job);
      request.workload = job_on(plans.catalog(), job, read_flags(remedy));
      compared += commitments_that_pay(plans.answer(request), offer_of(exclusion.nearest));
    }
  }
  CHECK(compared > 3);
}

TEST_CASE("no remedy repeats what is stated already", "[plan][property]") {
  for (std::uint64_t seed = 401; seed < 401 + k_markets_to_mend; ++seed) {
    Draw draw(seed);
    const Plans plans(random_world(draw));
    auto job = limited_job(draw);
    if (job.find("assume:") == std::string::npos)
      job += "assume: {network_gbps: 400}\n";
    CAPTURE(seed, job);
    for (const auto& exclusion : plans.answer(job).excluded) {
      CAPTURE(exclusion.reason, exclusion.remedy);
      CHECK(exclusion.remedy.find("network_gbps") == std::string::npos);
    }
  }
}

TEST_CASE("a change that is told to make a plan smaller does, with these figures",
          "[plan][property]") {
  std::size_t told = 0;
  for (std::uint64_t seed = 501; seed < 501 + k_markets_to_mend / 2; ++seed) {
    Draw draw(seed);
    const Plans plans(random_world(draw));
    const auto job = limited_job(draw);
    const auto set = plans.answer(job);
    if (ranked(set).empty())
      continue;
    const auto& entry = *ranked(set).front();
    const auto& rules = plans.planner().rules();
    for (const auto& smaller : plans.planner().smaller_plans(plans.request(job), rules, entry)) {
      CAPTURE(seed, job, entry.plan, smaller.flags);
      auto flags = read_flags(smaller.flags);
      flags.push_back({"on", entry.plan, "--on"});
      flags.push_back({"nodes", std::to_string(entry.setup.nodes), "--nodes"});
      auto request = plans.request(job);
      request.workload = job_on(plans.catalog(), job, flags);
      const auto pinned = plans.answer(request);
      REQUIRE_FALSE(ranked(pinned).empty());
      const auto& changed = *ranked(pinned).front();
      CHECK(changed.setup.memory.device == smaller.device);
      CHECK(changed.quote.total == smaller.total);
      CHECK(changed.quote.wall == smaller.wall);
      CHECK(smaller.device < entry.setup.memory.device);
      ++told;
    }
  }
  CHECK(told > 0);
}
