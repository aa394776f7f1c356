#include "plan/market/offer_screen.hpp"

#include <algorithm>

namespace gpuplan::plan {

OfferScreen::OfferScreen(const SearchInput& input, const Records& records)
    : filters_(input.filters),
      request_(input.request),
      records_(records) {
  const auto& constraints = request_.workload.constraints;
  if (constraints.max_price)
    max_price_ = request_.comparable(*constraints.max_price);
  if (constraints.max_gpu_price)
    max_gpu_price_ = request_.comparable(*constraints.max_gpu_price);
}

std::string_view OfferScreen::reason_against(const catalog::Offer& offer) const {
  if (!filters_.offers.empty() && !filters_.offers[offer.id.index])
    return "asked.plan";
  if (!considers(offer.option))
    return "asked.terms";
  // A price of zero is a finding, never a price.
  if (!offer.hourly || offer.hourly->nanos() <= 0)
    return offer.has(catalog::Finding::zero_price) ? "price.zero" : "price.none";
  const bool doubtful = (offer.findings & catalog::k_quarantine) != 0;
  if (doubtful && !request_.workload.constraints.quarantined)
    return "price.quarantined";
  const auto& instance = records_.instance(offer.instance);
  const auto small = too_small(instance);
  return small.empty() ? too_dear(*offer.hourly, instance) : small;
}

/// Without a word on terms commitments are looked at too, to say from when on they pay.
bool OfferScreen::considers(catalog::PurchaseOption option) const {
  if (filters_.terms[static_cast<std::size_t>(option)])
    return true;
  return !filters_.terms_given && is_committed(option);
}

std::string_view OfferScreen::too_small(const catalog::Instance& instance) const {
  if (filters_.least_vcpus && instance.vcpus.value_or(0) < *filters_.least_vcpus)
    return "asked.vcpus";
  if (filters_.least_host_memory &&
      instance.host_memory.value_or(core::Bytes{0}) < *filters_.least_host_memory)
    return "asked.host-memory";
  return {};
}

/// Prices that no rate makes comparable are left out for their currency, later.
std::string_view OfferScreen::too_dear(const core::Money& price,
                                       const catalog::Instance& instance) const {
  if (!max_price_ && !max_gpu_price_)
    return {};
  const auto hourly = request_.comparable(price);
  if (!hourly)
    return {};
  if (max_price_ && *hourly > *max_price_)
    return "asked.max-price";
  const double devices = std::max(instance.devices.value(), 1e-9);
  if (max_gpu_price_ && hourly->to_double() / devices > max_gpu_price_->to_double())
    return "asked.max-gpu-price";
  return {};
}

bool OfferScreen::provider_allowed(const catalog::Offer& offer) const {
  const bool community =
      records_.instance(offer.instance).host_tier == catalog::HostTier::community;
  return filters_.wants_provider(offer.provider) && (filters_.community_hosts || !community);
}

} // namespace gpuplan::plan
