#include "catalog/view/references.hpp"

#include "catalog/words.hpp"

#include <algorithm>

namespace gpuplan::catalog {

namespace {

/// Collects the first column that holds a value out of range.
class Ranges {
public:
  explicit Ranges(std::string& fault) : fault_(fault) {}

  template <class Column>
  void below(std::string_view what, const Column* column, std::size_t limit) {
    const auto outside = [&](auto value) { return static_cast<std::size_t>(value) >= limit; };
    refuse_if(std::any_of(column->begin(), column->end(), outside), what);
  }

  template <class Column>
  void at_least(std::string_view what, const Column* column, std::int64_t least) {
    const auto outside = [&](auto value) { return static_cast<std::int64_t>(value) < least; };
    refuse_if(std::any_of(column->begin(), column->end(), outside), what);
  }

  void refuse_if(bool broken, std::string_view what) {
    if (broken && holds_) {
      holds_ = false;
      fault_ = "its column " + std::string{what} + " is out of range";
    }
  }

  [[nodiscard]] bool holds() const { return holds_; }

private:
  std::string& fault_;
  bool holds_ = true;
};

void check_hardware(const View& view, Ranges& ranges) {
  const auto chips = view.count<fb::Accelerators>();
  const auto& accelerators = view.table<fb::Accelerators>();
  ranges.below("accelerators.link_kind", accelerators.link_kind(), k_link_kind_words.size());
  ranges.below("accelerators.ecc", accelerators.ecc(), k_ecc_words.size());
  ranges.below("mig_profiles.accelerator", view.table<fb::MigProfiles>().accelerator(), chips);
  const auto& shapes = view.table<fb::Shapes>();
  ranges.below("shapes.accelerator", shapes.accelerator(), chips + 1);
  ranges.below("shapes.links", shapes.links(), k_link_kind_words.size());
  ranges.below("shapes.cpu", shapes.cpu(), k_cpu_architecture_words.size());
  ranges.at_least("shapes.devices", shapes.devices(), 0);
  ranges.at_least("shapes.devices_of", shapes.devices_of(), 1);
  ranges.at_least("shapes.hosts", shapes.hosts(), 1);
  const auto offers = view.count<fb::Offers>();
  ranges.below("shapes.first_offer", shapes.first_offer(), offers + 1);
  ranges.below("shapes.last_offer", shapes.last_offer(), offers + 1);
  const auto& instances = view.table<fb::Instances>();
  ranges.below("instances.provider", instances.provider(), view.count<fb::Providers>());
  ranges.below("instances.shape", instances.shape(), view.count<fb::Shapes>());
  ranges.below("instances.host_tier", instances.host_tier(), k_host_tier_words.size());
  ranges.below(
      "instances.virtualization", instances.virtualization(), k_virtualization_words.size());
  ranges.below("instances.same_as", instances.same_as(), view.count<fb::Instances>() + 1);
}

void check_market(const View& view, Ranges& ranges) {
  const auto providers = view.count<fb::Providers>();
  ranges.below(
      "providers.host_tier", view.table<fb::Providers>().host_tier(), k_host_tier_words.size());
  ranges.below("regions.provider", view.table<fb::Regions>().provider(), providers);
  const auto& offers = view.table<fb::Offers>();
  ranges.below("offers.instance", offers.instance(), view.count<fb::Instances>());
  ranges.below("offers.region", offers.region(), view.count<fb::Regions>());
  ranges.below("offers.option", offers.option(), k_purchase_option_words.size());
  ranges.below("offers.term", offers.term(), k_term_words.size());
  ranges.below("offers.payment", offers.payment(), k_payment_words.size());
  ranges.below("offers.as_of_kind", offers.as_of_kind(), k_date_kind_words.size());
  const auto& findings = view.table<fb::Findings>();
  ranges.below("findings.offer", findings.offer(), view.count<fb::Offers>() + 1);
  ranges.below("findings.instance", findings.instance(), view.count<fb::Instances>() + 1);
  ranges.below("billing_products.option",
               view.table<fb::BillingProducts>().option(),
               k_purchase_option_words.size() + 1);
  ranges.below("storage_rates.provider", view.table<fb::StorageRates>().provider(), providers);
  ranges.below(
      "storage_performance.provider", view.table<fb::StoragePerformance>().provider(), providers);
}

} // namespace

bool references_hold(const View& view, std::string& fault) {
  Ranges ranges{fault};
  check_hardware(view, ranges);
  check_market(view, ranges);
  return ranges.holds();
}

} // namespace gpuplan::catalog
