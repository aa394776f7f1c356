#pragma once

#include "catalog/check.hpp"
#include "catalog/knowledge_record.hpp"
#include "catalog/model_record.hpp"
#include "catalog/offer.hpp"
#include "catalog/rule_record.hpp"
#include "catalog/storage_record.hpp"
#include "core/diagnostic.hpp"

#include <memory>
#include <span>
#include <string>

namespace gpuplan::catalog {

class View;

/// One calibrated coefficient: `training.efficiency.bf16`.
struct Coefficient {
  std::string_view key;
  double value = 0;
  core::Known<double> factor_sigma; ///< one standard error as a factor (1.08 = 8 %)
  std::string_view unit;
  std::string_view source;
  std::uint32_t line = 0; ///< in catalogs/calibration.yaml
  std::string_view file;
  core::Known<double> sigma; ///< one standard error in the unit, where it adds
  std::string_view by;       ///< what set the value: `data`, `prior`, `published`, …
};

/// A default the user did not give: `serve.input_tokens`.
struct Setting {
  std::string_view key;
  std::string_view value; ///< with its unit, as written
  std::string_view why;
  std::string_view source;
  std::string_view file;
  std::uint32_t line = 0;
};

/// A storage or transfer price; unknown where the catalog has none.
struct StorageRate {
  core::Money per_unit;
  std::string_view unit; ///< `GB-month`, `GB`
  std::string_view source;
  core::Known<core::Date> as_of;
};

/// What the catalog holds, in counts, and which edition it is.
struct Edition {
  std::string_view version;  ///< newest price date, `2026-11-30`
  std::string sha256;        ///< of the compiled bytes, hexadecimal
  std::size_t providers = 0; ///< that sell at least one size
  std::size_t accelerators = 0;
  std::size_t instances = 0;
  std::size_t offers = 0;
  std::size_t regions = 0;
  std::size_t models = 0;
};

/// A read-only view of compiled catalog bytes. Records are decoded on request and their text lives
/// as long as the catalog. Structure is verified when opened; the bytes are owned once.
class Catalog {
public:
  /// The catalog compiled into the program. Parses nothing, opens no file.
  static Catalog built_in();

  /// A catalog from compiled bytes; a diagnostic and nothing where they are not intact.
  static std::optional<Catalog> from_bytes(std::shared_ptr<const std::string> bytes,
                                           std::string_view name,
                                           core::DiagnosticSink& sink);

  Catalog(Catalog&&) noexcept;
  Catalog& operator=(Catalog&&) noexcept;
  ~Catalog();

  [[nodiscard]] Edition edition() const;

  [[nodiscard]] std::size_t accelerator_count() const;
  [[nodiscard]] std::size_t shape_count() const;
  [[nodiscard]] std::size_t instance_count() const;
  [[nodiscard]] std::size_t offer_count() const;
  [[nodiscard]] std::size_t region_count() const;
  [[nodiscard]] std::size_t provider_count() const;

  [[nodiscard]] Accelerator accelerator(AcceleratorId id) const;
  [[nodiscard]] Shape shape(ShapeId id) const;
  [[nodiscard]] Instance instance(InstanceId id) const;
  [[nodiscard]] Offer offer(OfferId id) const;
  [[nodiscard]] Region region(RegionId id) const;
  [[nodiscard]] Provider provider(ProviderId id) const;

  /// Offers are sorted by shape, option, price (unknown last); these are the ids of one shape.
  struct OfferRange {
    std::uint32_t first = 0;
    std::uint32_t last = 0; ///< one past
  };

  [[nodiscard]] OfferRange offers_of(ShapeId shape) const;

  /// The instance, region and option of an offer, without decoding the rest.
  [[nodiscard]] InstanceId instance_of(OfferId id) const;
  [[nodiscard]] RegionId region_of(OfferId id) const;
  [[nodiscard]] PurchaseOption option_of(OfferId id) const;

  /// Id or display name, without regard to case.
  [[nodiscard]] std::optional<ProviderId> find_provider(std::string_view name) const;

  /// A region of a provider by its name; without regard to case where none is spelt like it.
  [[nodiscard]] std::optional<RegionId> find_region(ProviderId provider,
                                                    std::string_view name) const;

  /// All chips a name may mean, sorted by id; empty for an unknown name. An id means that chip; a
  /// chip's word alone or with its memory (`a100`, `a100-40gb`) every variant; a longer name the
  /// chips with that alias, else those that have all of its words. Case, separators and the
  /// spelling of GB do not matter.
  [[nodiscard]] std::vector<AcceleratorId> find_accelerators(std::string_view name) const;

  /// The sizes of a provider whose type matches a glob, sorted by type.
  [[nodiscard]] std::vector<InstanceId> find_instances(ProviderId provider,
                                                       std::string_view type_glob) const;

  /// Names for "did you mean".
  [[nodiscard]] std::vector<std::string_view> accelerator_names() const;
  /// The same, and behind them the words that stand for all variants of a chip: `h100`. Those of
  /// two letters are near to too much.
  [[nodiscard]] std::vector<std::string_view> accelerator_words() const;
  [[nodiscard]] std::vector<std::string_view> provider_names() const;
  [[nodiscard]] std::vector<std::string_view> model_names() const;
  [[nodiscard]] std::vector<std::string_view> region_names(ProviderId provider) const;
  [[nodiscard]] std::vector<std::string_view> type_names(ProviderId provider) const;

  /// Whether a region lies in a place: a country code or name, a group, a city, or
  /// `provider/region` with globs. A region of unknown country lies in no country or group.
  [[nodiscard]] bool in_place(RegionId region, std::string_view place) const;
  /// Whether the word names any place at all.
  [[nodiscard]] bool is_place(std::string_view place) const;

  [[nodiscard]] BillingRule billing(ProviderId provider, PurchaseOption option) const;

  /// The cheapest published rate of a kind (`object`, `egress-internet`, …) in a region, else of a
  /// place it lies in, else of the provider's list for all regions. Of tiers the first that costs,
  /// in dollars where there is a dollar price; classes for data that is put away (the setting
  /// `catalog.cold_storage_tiers`) and free allowances are passed over.
  [[nodiscard]] core::Known<StorageRate> storage_rate(RegionId region, std::string_view kind) const;

  /// The same among rows read before (`storage_rows` of the region's provider): reading them anew
  /// for each region of a large provider takes milliseconds.
  [[nodiscard]] core::Known<StorageRate>
  storage_rate(RegionId region, std::string_view kind, std::span<const StorageRow> rows) const;

  /// Of such rows, those of a kind that are nearest to a region: its own, else of a place it lies
  /// in, else of the list for all regions.
  [[nodiscard]] std::vector<StorageRow>
  nearest_storage_rows(RegionId region,
                       std::string_view kind,
                       std::span<const StorageRow> rows) const;

  /// All published storage and transfer prices of a provider, tier by tier, and what its storage
  /// delivers.
  [[nodiscard]] std::vector<StorageRow> storage_rows(ProviderId provider) const;
  [[nodiscard]] std::vector<StoragePerformanceRow> storage_performance(ProviderId provider) const;

  [[nodiscard]] std::span<const Coefficient> coefficients() const; ///< sorted by key
  [[nodiscard]] std::optional<Coefficient> coefficient(std::string_view key) const;
  [[nodiscard]] std::span<const Setting> settings() const; ///< sorted by key
  [[nodiscard]] std::optional<Setting> setting(std::string_view key) const;
  [[nodiscard]] std::span<const RuleRecord> rules() const; ///< one an id, in the order of files

  [[nodiscard]] std::span<const BillingProduct> billing_products() const;
  [[nodiscard]] std::span<const BillingRow> billing_rows() const;
  [[nodiscard]] std::span<const PlaceGroup> place_groups() const;   ///< sorted by id
  [[nodiscard]] std::span<const CurrencyRecord> currencies() const; ///< sorted by code
  [[nodiscard]] std::span<const CompatibilityRecord> compatibility() const;
  [[nodiscard]] std::span<const DatasetRecord> datasets() const; ///< sorted by id

  [[nodiscard]] std::span<const LanguageModelRecord> language_models() const;
  [[nodiscard]] std::span<const SampleModelRecord> sample_models() const;
  /// By catalog id, hub name or alias, without regard to case.
  [[nodiscard]] const LanguageModelRecord* find_language_model(std::string_view name) const;
  [[nodiscard]] const SampleModelRecord* find_sample_model(std::string_view name) const;

  /// `aws/p4d.24xlarge@us-east-1/us-east-1a#spot`: the id an offer prints and is selected by.
  [[nodiscard]] std::string offer_name(const Offer& offer) const;

  /// What the builder found about its rows, in the order of file and line.
  [[nodiscard]] std::vector<FindingRecord> findings() const;

  /// The compiled form, for whoever reads columns rather than records.
  [[nodiscard]] const View& view() const;
  [[nodiscard]] std::string_view bytes() const;

private:
  struct State;
  explicit Catalog(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

} // namespace gpuplan::catalog
