#include "core/hours.hpp"
#include "cost/models/spot.hpp"
#include "cost/place_rates.hpp"
#include "cost/prepared_use.hpp"
#include "cost/pricing.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::cost {
namespace {

struct ProviderBilling {
  BillingStep step;
  bool assumed = false;
  core::Milliseconds notice{0};
};

ProviderBilling billing_of(const catalog::BillingRule& rule, const CostSettings& settings) {
  using std::chrono::seconds;
  ProviderBilling billing;
  if (rule.interruption_notice_s)
    billing.notice = seconds{*rule.interruption_notice_s};
  if (rule.increment_s) {
    // Without a stated minimum the first step is the least that is billed.
    billing.step.increment = std::max(core::Milliseconds{1}, {seconds{*rule.increment_s}});
    billing.step.minimum = seconds{rule.minimum_s.value_or(0)};
    return billing;
  }
  billing.assumed = true;
  if (settings.billing_increment)
    billing.step.increment =
        std::max(core::Milliseconds{1}, core::from_hours(*settings.billing_increment));
  if (rule.minimum_s)
    billing.step.minimum = seconds{*rule.minimum_s};
  else if (settings.billing_minimum)
    billing.step.minimum = core::from_hours(*settings.billing_minimum);
  return billing;
}

std::optional<TierTable> flat_default(const core::Known<core::Money>& rate) {
  if (!rate)
    return std::nullopt;
  return TierTable::flat(*rate);
}

std::string source_of(const catalog::Offer& offer) {
  std::string basis(offer.basis);
  std::replace(basis.begin(), basis.end(), '_', ' ');
  return fmt::format("{}:{}, {}{}{}",
                     offer.source_file,
                     offer.source_line,
                     offer.as_of ? core::to_string(*offer.as_of) : "undated",
                     basis.empty() ? "" : ", ",
                     basis);
}

} // namespace

struct CostModel::Tables {
  Tables(const catalog::Catalog& of, ExchangeRates rates)
      : catalog(of),
        settings(read_settings(of.settings())),
        exchange(std::move(rates)),
        billing(of.provider_count() * catalog::k_purchase_options),
        places(of, settings) {}

  const catalog::Catalog& catalog;
  CostSettings settings;
  ExchangeRates exchange;
  mutable std::vector<std::optional<ProviderBilling>> billing; ///< provider × option, as asked for
  mutable PlaceRates places;
  std::optional<TierTable> default_internet;
  std::optional<TierTable> default_region;

  [[nodiscard]] const ProviderBilling& billing_for(const catalog::Offer& offer) const {
    auto& slot = billing[offer.provider.index * catalog::k_purchase_options +
                         static_cast<std::size_t>(offer.option)];
    if (!slot)
      slot = billing_of(catalog.billing(offer.provider, offer.option), settings);
    return *slot;
  }

  [[nodiscard]] TransferRate transfer_to(const catalog::Offer& offer, const Usage& usage) const {
    if (!(usage.transfer_bytes > 0) || usage.transfer_from == offer.region)
      return {.kind = TransferRate::Kind::free};
    if (!usage.transfer_from)
      return {.kind = TransferRate::Kind::unknown};
    const auto sender = *usage.transfer_from;
    const bool within = places.provider_of(sender) == offer.provider;
    const SenderRate& stated = within ? places.to_region(sender) : places.to_internet(sender);
    if (stated.free)
      return {.kind = TransferRate::Kind::free, .moves = true};
    if (stated.tiers) {
      return {.kind = TransferRate::Kind::tiers,
              .moves = true,
              .tiers = &*stated.tiers,
              .bytes_per_unit = stated.bytes_per_unit,
              .source = stated.source};
    }
    const auto& assumed = within ? default_region : default_internet;
    return {.kind = assumed ? TransferRate::Kind::tiers : TransferRate::Kind::unknown,
            .moves = true,
            .tiers = assumed ? &*assumed : nullptr,
            .assumed = true,
            .source = within ? "defaults: transfer.region_gb" : "defaults: transfer.internet_gb"};
  }
};

CostModel::CostModel(const catalog::Catalog& catalog, ExchangeRates exchange) {
  auto tables = std::make_shared<Tables>(catalog, std::move(exchange));
  tables->default_internet = flat_default(tables->settings.transfer_internet_gb);
  tables->default_region = flat_default(tables->settings.transfer_region_gb);
  tables_ = std::move(tables);
}

Rates CostModel::rates(const catalog::Offer& offer, const Usage& usage) const {
  const ProviderBilling& billing = tables_->billing_for(offer);
  return {.option = offer.option,
          .term = offer.term,
          .payment = offer.payment,
          .hourly = offer.hourly,
          .upfront = offer.upfront,
          .step = billing.step,
          .step_assumed = billing.assumed,
          .removed_before_end = billing.notice,
          .monthly_rate = tables_->settings.monthly_rate,
          .monthly_rate_source = "defaults: interruption.monthly_rate",
          .object = tables_->places.object(offer.region),
          .transfer = tables_->transfer_to(offer, usage),
          .settings = &tables_->settings,
          .exchange = &tables_->exchange};
}

PreparedUse CostModel::prepare(const Usage& usage) const {
  const Rates shared{.option = catalog::PurchaseOption::spot,
                     .monthly_rate = tables_->settings.monthly_rate,
                     .settings = &tables_->settings};
  return prepared(shared, usage);
}

core::Known<Quote> CostModel::quote(const catalog::Offer& offer,
                                    const Usage& usage,
                                    TimeBand band,
                                    const core::Known<core::Money>& on_demand) const {
  Rates known = rates(offer, usage);
  const std::string source = source_of(offer);
  known.price_source = source;
  known.on_demand_hourly = on_demand;
  return full_quote(known, usage, band);
}

core::Known<InterruptibleRun> CostModel::interruptible_run(const catalog::Offer& offer,
                                                           const Usage& usage) const {
  return cost::interruptible_run(rates(offer, usage), usage);
}

} // namespace gpuplan::cost
