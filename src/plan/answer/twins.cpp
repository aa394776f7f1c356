#include "plan/answer/twins.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace gpuplan::plan {
namespace {

using catalog::Offer;

/// A plan under what two names of one offer have in common, as far as it is told without decoding
/// the offer.
struct Listing {
  std::uint64_t key = 0; ///< size (of two names the first), region and option
  std::size_t plan = 0;  ///< index

  friend auto operator<=>(const Listing&, const Listing&) = default;
};

std::uint64_t
key_of(catalog::InstanceId size, catalog::RegionId region, catalog::PurchaseOption option) {
  constexpr std::uint64_t k_options = catalog::k_purchase_options;
  constexpr std::uint64_t k_regions = std::uint64_t{1} << 28U;
  return (size.index * k_regions + region.index) * k_options + static_cast<std::uint64_t>(option);
}

std::vector<Listing> listings(const std::vector<PricedPlan>& plans, const Records& records) {
  const auto& catalog = records.catalog();
  std::vector<Listing> all;
  all.reserve(plans.size());
  for (std::size_t i = 0; i < plans.size(); ++i) {
    const auto offer = plans[i].offer;
    const auto& instance = records.instance(catalog.instance_of(offer));
    const auto listed = std::min(instance.same_as.value_or(instance.id), instance.id);
    all.push_back({key_of(listed, catalog.region_of(offer), catalog.option_of(offer)), i});
  }
  std::sort(all.begin(), all.end());
  return all;
}

bool is_twin(const Offer& a, const Offer& b) {
  return a.zone == b.zone && a.term == b.term && a.payment == b.payment;
}

bool fresher(const Offer& a, const Offer& b) {
  if (a.as_of.known() != b.as_of.known())
    return a.as_of.known();
  if (a.as_of && *a.as_of != *b.as_of)
    return *a.as_of > *b.as_of;
  if (a.hourly && b.hourly && a.hourly->nanos() != b.hourly->nanos())
    return a.hourly->nanos() > b.hourly->nanos();
  return a.instance < b.instance;
}

/// Of plans that may be twins, those to drop. A newcomer meets the best of its kind so far.
void mark_worse(std::span<const Listing> alike,
                const std::vector<PricedPlan>& plans,
                const catalog::Catalog& catalog,
                std::vector<bool>& drop) {
  std::vector<std::pair<Offer, std::size_t>> best;
  for (const auto& listing : alike) {
    const auto offer = catalog.offer(plans[listing.plan].offer);
    const auto twin = std::find_if(
        best.begin(), best.end(), [&](const auto& other) { return is_twin(other.first, offer); });
    if (twin == best.end()) {
      best.emplace_back(offer, listing.plan);
      continue;
    }
    const bool better = fresher(offer, twin->first);
    drop[better ? twin->second : listing.plan] = true;
    if (better)
      *twin = {offer, listing.plan};
  }
}

} // namespace

std::size_t drop_twins(std::vector<PricedPlan>& plans, const Records& records) {
  const auto all = listings(plans, records);
  std::vector<bool> drop(plans.size());
  for (auto first = all.begin(); first != all.end();) {
    const auto last =
        std::find_if(first, all.end(), [&](const auto& other) { return other.key != first->key; });
    if (last - first > 1)
      mark_worse({first, last}, plans, records.catalog(), drop);
    first = last;
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < plans.size(); ++i) {
    if (!drop[i])
      plans[kept++] = plans[i];
  }
  const std::size_t dropped = plans.size() - kept;
  plans.resize(kept);
  return dropped;
}

} // namespace gpuplan::plan
