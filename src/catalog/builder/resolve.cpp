#include "catalog/builder/resolve.hpp"

#include "catalog/lookup/compare.hpp"
#include "core/text.hpp"
#include "source/checks.hpp"

#include <fmt/format.h>

#include <unordered_map>

namespace gpuplan::catalog {

namespace {

/// The seller of regions that stand for a whole country or state, wherever no provider's own region
/// is meant (catalogs/README.md).
constexpr std::string_view k_any_provider = "generic";

using Index = std::unordered_map<std::string, std::uint32_t>;

std::string pair_key(std::uint32_t owner, std::string_view name) {
  return std::to_string(owner).append("/").append(name);
}

class Resolver {
public:
  Resolver(Drafts& drafts, core::DiagnosticSink& sink) : drafts_(drafts), sink_(sink) {}

  void run() {
    add_any_provider();
    number(drafts_.accelerators, &Accelerator::name, chips_);
    number(drafts_.providers, &Provider::name, providers_);
    resolve_instances();
    resolve_regions();
    resolve_offers();
    resolve_storage(drafts_.storage);
    resolve_storage(drafts_.storage_performance);
    sort_by(drafts_.place_groups, &PlaceGroup::id);
    sort_by(drafts_.currencies, &CurrencyRecord::code);
    sort_by(drafts_.compatibility, &CompatibilityRecord::feature);
    sort_by(drafts_.language_models, &LanguageModelRecord::id);
    sort_by(drafts_.sample_models, &SampleModelRecord::id);
    sort_by(drafts_.datasets, &DatasetRecord::id);
    sort_by(drafts_.coefficients, &Coefficient::key);
    sort_by(drafts_.settings, &Setting::key);
  }

private:
  template <class Row, class Member>
  static void sort_by(std::vector<Row>& rows, Member member) {
    std::ranges::sort(rows, {}, [&](const Row& row) { return row.record.*member; });
  }

  template <class Row, class Member>
  static void number(std::vector<Row>& rows, Member name, Index& index) {
    sort_by(rows, name);
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
      rows[i].record.id = {i};
      index.emplace(core::lower(rows[i].record.*name), i);
    }
  }

  void add_any_provider() {
    const auto is_any = [](const auto& name) { return same_name(name, k_any_provider); };
    const bool wanted = std::ranges::any_of(
        drafts_.regions, [&](const RegionDraft& row) { return is_any(row.provider.name); });
    const bool present = std::ranges::any_of(
        drafts_.providers, [&](const auto& row) { return is_any(row.record.name); });
    if (wanted && !present)
      drafts_.providers.push_back(
          {.record = {.name = k_any_provider, .display_name = "any provider"}, .origin = {}});
  }

  std::optional<std::uint32_t> find_provider(const Mention& mention, const Origin& origin) {
    if (const auto found = providers_.find(core::lower(mention.name)); found != providers_.end())
      return found->second;
    report_unknown("provider", mention, origin, names(drafts_.providers, &Provider::name));
    return std::nullopt;
  }

  template <class Row, class Member>
  static std::vector<std::string_view> names(const std::vector<Row>& rows, Member member) {
    std::vector<std::string_view> names;
    names.reserve(rows.size());
    for (const auto& row : rows)
      names.push_back(row.record.*member);
    return names;
  }

  void report_unknown(std::string_view what,
                      const Mention& mention,
                      const Origin& origin,
                      std::span<const std::string_view> valid) {
    const auto near = core::nearest(mention.name, valid);
    fault_at(origin,
             mention.at,
             "CAT006",
             fmt::format("met the unknown {} {}", what, source::in_quotes(mention.name)),
             near ? fmt::format("did you mean {}?", *near) : std::string{},
             sink_);
  }

  /// A chip by its id, else by an alias that one chip alone has.
  std::optional<std::uint32_t> find_chip(const Mention& mention, const Origin& origin) {
    if (const auto found = chips_.find(core::lower(mention.name)); found != chips_.end())
      return found->second;
    std::vector<std::string_view> variants;
    std::uint32_t last = 0;
    for (const auto& row : drafts_.accelerators) {
      const auto same = [&](auto alias) { return same_name(alias, mention.name); };
      if (std::ranges::any_of(row.record.aliases, same)) {
        variants.push_back(row.record.name);
        last = row.record.id.index;
      }
    }
    if (variants.size() == 1)
      return last;
    if (variants.empty()) {
      report_unknown(
          "accelerator", mention, origin, names(drafts_.accelerators, &Accelerator::name));
      return std::nullopt;
    }
    fault_at(origin,
             mention.at,
             "CAT006",
             fmt::format("met {}, which names {} accelerators",
                         source::in_quotes(mention.name),
                         variants.size()),
             fmt::format("write one of {}", fmt::join(variants, ", ")),
             sink_);
    return std::nullopt;
  }

  void resolve_instances() {
    std::erase_if(drafts_.instances, [&](InstanceDraft& row) { return !resolve_owner(row); });
    std::ranges::sort(drafts_.instances, {}, [](const InstanceDraft& row) {
      return std::pair{row.record.provider.index, row.record.type};
    });
    for (std::uint32_t i = 0; i < drafts_.instances.size(); ++i) {
      auto& row = drafts_.instances[i];
      row.record.id = {i};
      instances_.emplace(pair_key(row.record.provider.index, row.record.type), i);
    }
    for (auto& row : drafts_.instances)
      resolve_same_as(row);
  }

  bool resolve_owner(InstanceDraft& row) {
    const auto provider = find_provider(row.provider, row.origin);
    row.record.accelerator.reset();
    bool complete = provider.has_value();
    if (!row.accelerator.name.empty()) {
      const auto chip = find_chip(row.accelerator, row.origin);
      complete = complete && chip.has_value();
      if (chip)
        row.record.accelerator = AcceleratorId{*chip};
    }
    if (provider)
      row.record.provider = {*provider};
    return complete;
  }

  void resolve_same_as(InstanceDraft& row) {
    row.record.same_as.reset();
    if (row.same_as.name.empty())
      return;
    const auto found = instances_.find(pair_key(row.record.provider.index, row.same_as.name));
    if (found != instances_.end())
      row.record.same_as = InstanceId{found->second};
    else
      report_unknown("instance type", row.same_as, row.origin, types_of(row.record.provider));
  }

  std::vector<std::string_view> types_of(ProviderId provider) const {
    std::vector<std::string_view> types;
    for (const auto& row : drafts_.instances) {
      if (row.record.provider == provider)
        types.push_back(row.record.type);
    }
    return types;
  }

  std::vector<std::string_view> regions_of(ProviderId provider) const {
    std::vector<std::string_view> regions;
    for (const auto& row : drafts_.regions) {
      if (row.record.provider == provider)
        regions.push_back(row.record.name);
    }
    return regions;
  }

  void resolve_regions() {
    std::erase_if(drafts_.regions, [&](RegionDraft& row) {
      const auto provider = find_provider(row.provider, row.origin);
      if (provider)
        row.record.provider = {*provider};
      return !provider;
    });
    std::ranges::sort(drafts_.regions, {}, [](const RegionDraft& row) {
      return std::pair{row.record.provider.index, row.record.name};
    });
    for (std::uint32_t i = 0; i < drafts_.regions.size(); ++i) {
      auto& row = drafts_.regions[i];
      row.record.id = {i};
      regions_.emplace(pair_key(row.record.provider.index, row.record.name), i);
    }
  }

  void resolve_offers() {
    std::erase_if(drafts_.offers, [&](OfferDraft& row) { return !resolve_offer(row); });
  }

  bool resolve_offer(OfferDraft& row) {
    const auto provider = find_provider(row.provider, row.origin);
    if (!provider)
      return false;
    auto& offer = row.record;
    offer.provider = {*provider};
    const auto instance = instances_.find(pair_key(*provider, row.type.name));
    const auto region = regions_.find(pair_key(*provider, row.region.name));
    if (instance == instances_.end())
      report_unknown("instance type", row.type, row.origin, types_of(offer.provider));
    else
      offer.instance = {instance->second};
    if (region == regions_.end())
      report_unknown("region", row.region, row.origin, regions_of(offer.provider));
    else
      offer.region = {region->second};
    return instance != instances_.end() && region != regions_.end();
  }

  template <class Row>
  void resolve_storage(std::vector<Row>& rows) {
    std::erase_if(rows, [&](Row& row) {
      const auto provider = find_provider(row.provider, row.origin);
      if (provider)
        row.record.provider = {*provider};
      return !provider;
    });
    std::ranges::stable_sort(rows, {}, [](const Row& row) {
      return std::tuple{row.record.provider.index, row.record.kind, row.record.tier};
    });
  }

  Drafts& drafts_;
  core::DiagnosticSink& sink_;
  Index chips_;
  Index providers_;
  Index instances_;
  Index regions_;
};

} // namespace

void resolve(Drafts& drafts, core::DiagnosticSink& sink) {
  Resolver{drafts, sink}.run();
}

void sort_offers(Drafts& drafts) {
  const auto order = [&](const OfferDraft& row) {
    const auto& offer = row.record;
    const auto& instance = drafts.instances[offer.instance.index].record;
    return std::tuple{instance.shape.index,
                      offer.option,
                      !offer.hourly.known(),
                      offer.currency != core::Currency{},
                      offer.currency,
                      offer.hourly.known() ? offer.hourly->nanos() : 0,
                      offer.instance.index,
                      offer.region.index,
                      offer.zone,
                      offer.tier,
                      offer.term,
                      offer.payment};
  };
  std::ranges::sort(drafts.offers, {}, order);
  for (std::uint32_t i = 0; i < drafts.offers.size(); ++i) {
    auto& offer = drafts.offers[i].record;
    offer.id = {i};
    offer.shape = drafts.instances[offer.instance.index].record.shape;
  }
}

} // namespace gpuplan::catalog
