#include "plan/remedies/remedies.hpp"

#include "plan/remedies/candidates/candidates.hpp"
#include "workload/keys/keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace gpuplan::plan {
namespace {

struct ReasonText {
  std::string_view reason;
  std::string_view phrase;
  std::string_view phrase_of_one = {}; ///< where it is not the same
};

constexpr std::array k_reasons{
    ReasonText{"memory.fits", "too little memory"},
    ReasonText{"layout.divides", "no layout uses every device"},
    ReasonText{"compute.precision-supported", "no such number format on the chip"},
    ReasonText{"compute.framework-supported", "the software does not run on the chip"},
    ReasonText{"compute.packing-supported",
               "no software on the chip for packed weights or optimizer"},
    ReasonText{"bandwidth.multi-node-network-large", "network unknown or slow for many nodes"},
    ReasonText{"reliability.ecc-long", "no ECC for a long run on many devices"},
    ReasonText{"purchase.reserved-horizon", "commitments", "commitment"},
    ReasonText{"purchase.project-hours", "longer than the project"},
    ReasonText{"purchase.spot-needs-checkpoint", "may be interrupted, the job cannot resume"},
    ReasonText{"policy.place", "outside the places asked for"},
    ReasonText{"policy.provider",
               "other providers or community hosts",
               "other provider or community host"},
    ReasonText{"policy.budget", "over the budget"},
    ReasonText{"policy.budget-monthly", "over the budget"},
    ReasonText{"policy.deadline", "slower than the deadline"},
    ReasonText{"policy.quota", "quota too small"},
    ReasonText{"serve.ttft", "slower to a first token than asked for"},
    ReasonText{"serve.tpot", "slower from token to token than asked for"},
    ReasonText{"serve.latency", "slower than the latency asked for"},
    ReasonText{"serve.answers", "answer nothing within the latency asked for"},
    ReasonText{"serve.capacity", "cannot serve the load"},
    ReasonText{"serve.capacity-users", "cannot hold the requests in flight"},
    ReasonText{"network.unknown", "several machines, network between them not known"},
    ReasonText{"time.unknown", "time cannot be told"},
    ReasonText{"cost.unknown", "cost cannot be told"},
    ReasonText{"price.none", "no price"},
    ReasonText{"price.zero", "a price of zero, which is a fault of the data"},
    ReasonText{"price.quarantined",
               "price rows with a finding about their data",
               "price row with a finding about its data"},
    ReasonText{"asked.ecc", "no correction of memory errors"},
    ReasonText{"asked.gpu", "other chips", "other chip"},
    ReasonText{"asked.cpu", "machines without an accelerator", "machine without an accelerator"},
    ReasonText{"asked.plan", "other plans", "other plan"},
    ReasonText{"asked.terms", "other terms"},
    ReasonText{"asked.vcpus", "fewer or unknown vCPUs"},
    ReasonText{"asked.host-memory", "less or unknown host memory"},
    ReasonText{"asked.max-price", "dearer an hour"},
    ReasonText{"asked.max-gpu-price", "dearer a GPU-hour"},
    ReasonText{"asked.where", "outside --where"},
    ReasonText{"unconfirmed", "a fact that decides is not known"},
};

/// What cannot be tried, since it is not the job that changes.
std::string_view advice_for(std::string_view reason) {
  if (reason == "price.none")
    return "a price row of your own: --catalog FILE";
  return reason == "price.zero" ? "the right price: --catalog FILE" : "";
}

/// How many ways out are named.
std::size_t most_ways(std::string_view reason) {
  return reason == "memory.fits" ? 2 : 1;
}

/// The job with a candidate's change; nothing where it cannot be stated.
std::optional<workload::Workload> changed_job(const Candidate& candidate, const Trials& trials) {
  if (candidate.relax == nullptr)
    return trials.restated(candidate.changes);
  auto job = trials.request().workload;
  return candidate.relax(job) ? std::optional{std::move(job)} : std::nullopt;
}

/// Whether changes hold all of others: they ask for more, and help no more.
bool holds_all_of(const workload::Overrides& changes, const workload::Overrides& others) {
  return !others.empty() && std::ranges::all_of(others, [&](const auto& other) {
    return std::ranges::any_of(changes, [&](const auto& change) {
      return change.key == other.key && change.value == other.value;
    });
  });
}

std::string said_of(const Candidate& candidate) {
  return candidate.relax == nullptr ? as_flags(candidate.changes) : "without " + candidate.flag;
}

} // namespace

std::string_view reason_phrase(std::string_view reason, std::uint64_t count) {
  for (const auto& text : k_reasons) {
    if (text.reason == reason)
      return count == 1 && !text.phrase_of_one.empty() ? text.phrase_of_one : text.phrase;
  }
  return reason;
}

std::string as_flags(const workload::Overrides& changes) {
  std::string text;
  for (const auto& change : changes) {
    const auto* key = workload::find_key(change.key);
    std::string said = fmt::format("--set {}={}", change.key, change.value);
    if (key != nullptr && key->kind == workload::ValueKind::table)
      said =
          fmt::format("{} {}={}", key->flag, change.key.substr(key->path.size() + 1), change.value);
    else if (key != nullptr && key->kind == workload::ValueKind::boolean && change.value == "true")
      said = std::string(key->flag);
    else if (key != nullptr && !key->flag.empty())
      said = fmt::format("{} {}", key->flag, change.value);
    text += (text.empty() ? "" : " ") + said;
  }
  return text;
}

std::optional<Relief> relief_for(const Recommendation& entry, const Trials& trials) {
  const Miss miss{
      .reason = "memory.fits", .offer = entry.offer.id, .nodes = entry.setup.nodes, .least = {}};
  const auto attempt = [&](const workload::Overrides& changes) -> std::optional<Relief> {
    const auto job = trials.restated(changes);
    const auto tried = job ? trials.run(*job, miss.offer) : std::nullopt;
    if (!tried || tried->setup.fit != sizing::Fit::fits || tried->setup.nodes != miss.nodes)
      return std::nullopt;
    return Relief{.flags = as_flags(changes),
                  .device = tried->setup.memory.device,
                  .total = tried->total,
                  .wall = tried->wall};
  };
  for (const auto& candidate : candidates_for(miss, trials)) {
    if (candidate.relax != nullptr)
      continue;
    if (auto relief = attempt(candidate.changes))
      return relief;
    auto fixed = candidate.changes;
    fixed.push_back({.key = "nodes", .value = std::to_string(miss.nodes), .origin = "--nodes"});
    if (auto relief = attempt(fixed))
      return relief;
  }
  return std::nullopt;
}

Remedy remedy_for(const Miss& miss, const Trials& trials) {
  Remedy remedy;
  std::vector<workload::Overrides> found;
  for (const auto& candidate : candidates_for(miss, trials)) {
    const auto holds_one_found = [&](const auto& one) {
      return holds_all_of(candidate.changes, one);
    };
    if (candidate.relax == nullptr && std::ranges::any_of(found, holds_one_found))
      continue;
    const auto job = changed_job(candidate, trials);
    const auto tried = job ? trials.run(*job, miss.offer) : std::nullopt;
    if (!tried)
      continue;
    const bool set_apart = !tried->current && trials.request().old_prices == OldPrices::set_apart;
    const auto said = said_of(candidate) + (set_apart ? " --old" : "");
    const auto between = remedy.flags.empty() ? "" : ", or ";
    remedy.flags += between + said;
    remedy.told += between + said;
    if (tried->setup.nodes != miss.nodes)
      remedy.told += fmt::format(
          " (then {})",
          plan_reference(trials.catalog(), trials.catalog().offer(miss.offer), tried->setup.nodes));
    found.push_back(candidate.changes);
    if (found.size() == most_ways(miss.reason))
      break;
  }
  if (remedy.flags.empty())
    remedy.flags = remedy.told = advice_for(miss.reason);
  return remedy;
}

} // namespace gpuplan::plan
