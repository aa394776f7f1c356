#include "catalog/catalog.hpp"

#include "catalog/catalog_state.hpp"
#include "catalog/sha256.hpp"
#include "catalog/view/decode.hpp"
#include "core/ensure.hpp"

namespace gpuplan::catalog {

Catalog::Catalog(std::unique_ptr<State> state) : state_(std::move(state)) {}

Catalog::Catalog(Catalog&&) noexcept = default;
Catalog& Catalog::operator=(Catalog&&) noexcept = default;
Catalog::~Catalog() = default;

std::optional<Catalog> Catalog::from_bytes(std::shared_ptr<const std::string> bytes,
                                           std::string_view name,
                                           core::DiagnosticSink& sink) {
  auto state = std::make_unique<State>();
  state->bytes = *bytes;
  state->owned = std::move(bytes);
  std::string fault;
  state->view = View::open(state->bytes, Trust::file, fault);
  if (state->view == nullptr) {
    sink.report({.code = "CAT090",
                 .headline = "met a compiled catalog that cannot be used: " + fault,
                 .at = {.file = std::string{name}},
                 .help = "build or fetch it again; nothing of it was read"});
    return std::nullopt;
  }
  state->offers = OfferColumns{*state->view};
  return Catalog{std::move(state)};
}

const View& Catalog::view() const {
  return *state_->view;
}

std::string_view Catalog::bytes() const {
  return state_->bytes;
}

Edition Catalog::edition() const {
  const auto& table = view().table<fb::Edition>();
  const bool filled = view().count<fb::Edition>() > 0;
  if (state_->sha256.empty()) {
    std::call_once(state_->digest_once, [&] { state_->digest = catalog::sha256(state_->bytes); });
  }
  return {.version = filled ? view().text(table.version()->Get(0)) : std::string_view{},
          .sha256 = state_->sha256.empty() ? state_->digest : std::string{state_->sha256},
          .providers = filled ? table.sellers()->Get(0) : 0,
          .accelerators = accelerator_count(),
          .instances = instance_count(),
          .offers = offer_count(),
          .regions = region_count(),
          .models = view().count<fb::LanguageModels>() + view().count<fb::SampleModels>()};
}

std::size_t Catalog::accelerator_count() const {
  return view().count<fb::Accelerators>();
}

std::size_t Catalog::shape_count() const {
  return view().count<fb::Shapes>();
}

std::size_t Catalog::instance_count() const {
  return view().count<fb::Instances>();
}

std::size_t Catalog::offer_count() const {
  return view().count<fb::Offers>();
}

std::size_t Catalog::region_count() const {
  return view().count<fb::Regions>();
}

std::size_t Catalog::provider_count() const {
  return view().count<fb::Providers>();
}

Accelerator Catalog::accelerator(AcceleratorId id) const {
  GPUPLAN_ENSURE(id.index < accelerator_count());
  return decode_accelerator(view(), id.index);
}

Shape Catalog::shape(ShapeId id) const {
  GPUPLAN_ENSURE(id.index < shape_count());
  return decode_shape(view(), id.index);
}

Instance Catalog::instance(InstanceId id) const {
  GPUPLAN_ENSURE(id.index < instance_count());
  return decode_instance(view(), id.index);
}

Region Catalog::region(RegionId id) const {
  GPUPLAN_ENSURE(id.index < region_count());
  return decode_region(view(), id.index);
}

Provider Catalog::provider(ProviderId id) const {
  GPUPLAN_ENSURE(id.index < provider_count());
  return decode_provider(view(), id.index);
}

Offer Catalog::offer(OfferId id) const {
  static_cast<void>(view().table<fb::Offers>());
  static_cast<void>(view().table<fb::Instances>());
  GPUPLAN_ENSURE(id.index < offer_count());
  return state_->offers.decode(view(), id.index);
}

InstanceId Catalog::instance_of(OfferId id) const {
  GPUPLAN_ENSURE(id.index < offer_count());
  return {view().table<fb::Offers>().instance()->Get(id.index)};
}

RegionId Catalog::region_of(OfferId id) const {
  GPUPLAN_ENSURE(id.index < offer_count());
  return {view().table<fb::Offers>().region()->Get(id.index)};
}

PurchaseOption Catalog::option_of(OfferId id) const {
  GPUPLAN_ENSURE(id.index < offer_count());
  return static_cast<PurchaseOption>(view().table<fb::Offers>().option()->Get(id.index));
}

Catalog::OfferRange Catalog::offers_of(ShapeId id) const {
  GPUPLAN_ENSURE(id.index < shape_count());
  const auto& shapes = view().table<fb::Shapes>();
  return {.first = shapes.first_offer()->Get(id.index), .last = shapes.last_offer()->Get(id.index)};
}

std::vector<FindingRecord> Catalog::findings() const {
  std::vector<FindingRecord> findings;
  const auto count = static_cast<std::uint32_t>(view().count<fb::Findings>());
  for (std::uint32_t i = 0; i < count; ++i)
    findings.push_back(decode_finding(view(), i));
  return findings;
}

std::span<const Coefficient> Catalog::coefficients() const {
  return state_->coefficients.get<fb::Coefficients>(view(), decode_coefficient);
}

std::span<const Setting> Catalog::settings() const {
  return state_->settings.get<fb::Settings>(view(), decode_setting);
}

std::span<const RuleRecord> Catalog::rules() const {
  return state_->rules.get<fb::Rules>(view(), decode_rule);
}

std::span<const BillingProduct> Catalog::billing_products() const {
  return state_->billing_products.get<fb::BillingProducts>(view(), decode_billing_product);
}

std::span<const BillingRow> Catalog::billing_rows() const {
  return state_->billing_rows.get<fb::BillingRules>(view(), decode_billing_row);
}

std::span<const PlaceGroup> Catalog::place_groups() const {
  return state_->place_groups.get<fb::PlaceGroups>(view(), decode_place_group);
}

std::span<const CurrencyRecord> Catalog::currencies() const {
  return state_->currencies.get<fb::Currencies>(view(), decode_currency);
}

std::span<const CompatibilityRecord> Catalog::compatibility() const {
  return state_->compatibility.get<fb::Compatibility>(view(), decode_compatibility);
}

std::span<const DatasetRecord> Catalog::datasets() const {
  return state_->datasets.get<fb::Datasets>(view(), decode_dataset);
}

std::span<const LanguageModelRecord> Catalog::language_models() const {
  return state_->language_models.get<fb::LanguageModels>(view(), decode_language_model);
}

std::span<const SampleModelRecord> Catalog::sample_models() const {
  return state_->sample_models.get<fb::SampleModels>(view(), decode_sample_model);
}

} // namespace gpuplan::catalog
