#include "plan/records.hpp"

namespace gpuplan::plan {
namespace {

template <class Record, class Decode>
const Record& kept(std::unique_ptr<Record>& slot, Decode&& decode) {
  if (slot == nullptr)
    slot = std::make_unique<Record>(decode());
  return *slot;
}

} // namespace

Records::Records(const catalog::Catalog& catalog)
    : catalog_(catalog),
      accelerators_(catalog.accelerator_count()),
      instances_(catalog.instance_count()),
      regions_(catalog.region_count()),
      providers_(catalog.provider_count()),
      billing_(catalog.provider_count() * catalog::k_purchase_options) {}

const catalog::Accelerator& Records::accelerator(catalog::AcceleratorId id) const {
  return kept(accelerators_[id.index], [&] { return catalog_.accelerator(id); });
}

const catalog::Instance& Records::instance(catalog::InstanceId id) const {
  return kept(instances_[id.index], [&] { return catalog_.instance(id); });
}

const catalog::Region& Records::region(catalog::RegionId id) const {
  return kept(regions_[id.index], [&] { return catalog_.region(id); });
}

const catalog::Provider& Records::provider(catalog::ProviderId id) const {
  return kept(providers_[id.index], [&] { return catalog_.provider(id); });
}

const catalog::BillingRule& Records::billing(catalog::ProviderId provider,
                                             catalog::PurchaseOption option) const {
  const auto index =
      provider.index * catalog::k_purchase_options + static_cast<std::size_t>(option);
  return kept(billing_[index], [&] { return catalog_.billing(provider, option); });
}

} // namespace gpuplan::plan
