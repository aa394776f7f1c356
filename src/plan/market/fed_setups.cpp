#include "plan/market/fed_setups.hpp"

#include "plan/answer/plan_marks.hpp"
#include "plan/market/full_quotes.hpp"

#include <algorithm>

namespace gpuplan::plan {

FedSetups::FedSetups(const SearchInput& input, SearchResult& result)
    : input_(input),
      result_(result),
      storage_(input.catalog),
      facts_(input) {}

void FedSetups::begin(const ExploredShape& shape) {
  shape_ = &shape;
  slowed_.clear();
  uses_.clear();
  for (const auto index : shape.kept)
    uses_.push_back(use_of(index));
}

cost::PreparedUse FedSetups::use_of(std::uint32_t index) const {
  const auto& setup = result_.setups[index].setup;
  return input_.cost.prepare(usage_of(setup, input_.request.workload, input_.filters));
}

FedSetups::Fed FedSetups::on(catalog::InstanceId instance, std::size_t place) {
  const auto index = shape_->kept[place];
  const auto loading = loading_of(input_.request.workload,
                                  result_.setups[index].setup,
                                  shape_->shape.hosts,
                                  storage_.of(instance));
  Fed fed{.setup = index,
          .use = &uses_[place],
          .marks = loading.is_doubtful ? bit(Mark::storage_unknown) | bit(Mark::unconfirmed) : 0U,
          .loading_ratio = loading.ratio};
  if (!loading.is_slow)
    return fed;
  const auto& slow = slowed(index, loading.feed);
  fed.setup = slow.setup;
  fed.use = &slow.use;
  if (*loading.ratio > 1)
    fed.marks |= bit(Mark::waits_for_data);
  fed.failed = slow.failed;
  return fed;
}

const FedSetups::Slowed& FedSetups::slowed(std::uint32_t index, const perf::DataFeed& feed) {
  const Read read{feed.rate.count(), feed.share, feed.kept_rate ? feed.kept_rate->count() : 0};
  const auto known = std::find_if(slowed_.begin(), slowed_.end(), [&](const Slowed& entry) {
    return entry.unslowed == index && entry.read == read;
  });
  if (known != slowed_.end())
    return *known;
  auto kept = result_.setups[index];
  kept.setup = slowed_by_data(input_.models.training, input_.request.workload, kept.setup, feed);
  facts_.begin(shape_->shape, shape_->chip);
  if (shape_->network_assumed)
    facts_.forget_network();
  facts_.state_setup(kept.setup, kept.software, {});
  kept.facts.clear();
  for (const auto id : input_.setup_facts)
    kept.facts.push_back(facts_.values().stated(id));
  const auto* failed = input_.rules.judge(Phase::setup, facts_.values()).failed;
  const auto setup = static_cast<std::uint32_t>(result_.setups.size());
  result_.setups.push_back(std::move(kept));
  slowed_.push_back(
      {.unslowed = index, .read = read, .setup = setup, .use = use_of(setup), .failed = failed});
  return slowed_.back();
}

} // namespace gpuplan::plan
