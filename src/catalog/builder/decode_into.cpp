#include "catalog/builder/catalog_builder.hpp"
#include "catalog/view/decode.hpp"

namespace gpuplan::catalog {

namespace {

/// Turns the records of a catalog back into the drafts they were compiled from. What the builder
/// derives (shapes, findings about prices) it derives again; what only the source files told
/// (duplicates, corrected memory) is carried over.
class Decoder {
public:
  Decoder(Drafts& drafts, const Catalog& catalog) : drafts_(drafts), catalog_(catalog) {}

  void run() {
    all<fb::Accelerators>(drafts_.accelerators, decode_accelerator);
    all<fb::Providers>(drafts_.providers, decode_provider);
    all<fb::BillingProducts>(drafts_.billing_products, decode_billing_product);
    all<fb::BillingRules>(drafts_.billing_rows, decode_billing_row);
    all<fb::PlaceGroups>(drafts_.place_groups, decode_place_group);
    all<fb::Currencies>(drafts_.currencies, decode_currency);
    all<fb::Compatibility>(drafts_.compatibility, decode_compatibility);
    all<fb::LanguageModels>(drafts_.language_models, decode_language_model);
    all<fb::SampleModels>(drafts_.sample_models, decode_sample_model);
    all<fb::Datasets>(drafts_.datasets, decode_dataset);
    all<fb::Coefficients>(drafts_.coefficients, decode_coefficient);
    all<fb::Settings>(drafts_.settings, decode_setting);
    all<fb::Rules>(drafts_.rules, decode_rule);
    chips_ = catalog_.accelerator_names();
    providers_ = catalog_.provider_names();
    instances();
    regions();
    offers();
    storage();
    findings();
  }

private:
  template <class Table, class Row, class Record>
  void all(std::vector<Row>& rows, Record (*decode)(const View&, std::uint32_t)) {
    const auto& view = catalog_.view();
    const auto& table = view.template table<Table>();
    for (std::uint32_t i = 0; i < view.template count<Table>(); ++i)
      rows.push_back({.record = decode(view, i),
                      .origin = origin(view.text(table.file()->Get(i)), table.line()->Get(i))});
  }

  [[nodiscard]] Origin origin(std::string_view file, std::uint32_t line) const {
    return {.text = nullptr, .file = file, .line = line, .layer = drafts_.layer};
  }

  [[nodiscard]] Mention provider(ProviderId id) const {
    return {.name = providers_[id.index], .at = {}};
  }

  void instances() {
    first_instance_ = drafts_.instances.size();
    for (std::uint32_t i = 0; i < catalog_.instance_count(); ++i) {
      auto record = catalog_.instance({i});
      InstanceDraft draft{.origin = origin(record.source_file, record.source_line),
                          .provider = provider(record.provider)};
      if (record.accelerator)
        draft.accelerator.name = chips_[record.accelerator->index];
      if (record.same_as)
        draft.same_as.name = catalog_.instance(*record.same_as).type;
      draft.link_domain = catalog_.shape(record.shape).link_domain_devices;
      draft.record = record;
      drafts_.instances.push_back(std::move(draft));
    }
  }

  void regions() {
    for (std::uint32_t i = 0; i < catalog_.region_count(); ++i) {
      auto record = catalog_.region({i});
      const auto place = origin(record.source_file, record.source_line);
      const auto seller = provider(record.provider);
      drafts_.regions.push_back({.record = std::move(record), .origin = place, .provider = seller});
    }
  }

  void offers() {
    constexpr auto k_carried = static_cast<std::uint32_t>(Finding::zero_price);
    const auto& regions = catalog_.view().table<fb::Regions>();
    const auto& instances = catalog_.view().table<fb::Instances>();
    first_offer_ = drafts_.offers.size();
    drafts_.offers.reserve(first_offer_ + catalog_.offer_count());
    for (std::uint32_t i = 0; i < catalog_.offer_count(); ++i) {
      auto record = catalog_.offer({i});
      record.findings &= k_carried;
      const auto type = catalog_.view().text(instances.type()->Get(record.instance.index));
      const auto region = catalog_.view().text(regions.name()->Get(record.region.index));
      drafts_.offers.push_back({.record = record,
                                .origin = origin(record.source_file, record.source_line),
                                .provider = provider(record.provider),
                                .type = {.name = type, .at = {}},
                                .region = {.name = region, .at = {}}});
    }
  }

  void storage() {
    for (std::uint32_t i = 0; i < catalog_.provider_count(); ++i) {
      for (const auto& record : catalog_.storage_rows({i}))
        drafts_.storage.push_back({.record = record,
                                   .origin = origin(record.source_file, record.source_line),
                                   .provider = provider({i})});
      for (const auto& record : catalog_.storage_performance({i}))
        drafts_.storage_performance.push_back(
            {.record = record,
             .origin = origin(record.source_file, record.source_line),
             .provider = provider({i})});
    }
  }

  void findings() {
    for (const auto& finding : catalog_.findings()) {
      const bool about_size =
          finding.kind == Finding::memory_corrected || finding.kind == Finding::memory_mismatch;
      if (about_size && finding.instance)
        drafts_.instances[first_instance_ + finding.instance->index].findings.push_back(finding);
      if (finding.kind == Finding::duplicate_key && finding.offer)
        drafts_.offers[first_offer_ + finding.offer->index].findings.push_back(finding);
    }
  }

  Drafts& drafts_;
  const Catalog& catalog_;
  std::vector<std::string_view> chips_;
  std::vector<std::string_view> providers_;
  std::size_t first_instance_ = 0;
  std::size_t first_offer_ = 0;
};

} // namespace

void decode_into(Drafts& drafts, const Catalog& catalog) {
  Decoder{drafts, catalog}.run();
}

} // namespace gpuplan::catalog
