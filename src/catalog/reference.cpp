#include "catalog/reference.hpp"

#include "catalog/lookup/compare.hpp"
#include "catalog/lookup/reference_text.hpp"
#include "catalog/words.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::catalog {

namespace {

bool has_glob(std::string_view text) {
  return text.find_first_of("*?") != std::string_view::npos;
}

class OfferSelector {
public:
  OfferSelector(const Catalog& catalog, const Parts& parts) : catalog_(catalog), parts_(parts) {}

  std::variant<std::vector<OfferId>, ReferenceError> run(std::string_view full_text) {
    if (const auto fault = find_instances())
      return *fault;
    if (parts_.terms) {
      auto terms = parse_terms(*parts_.terms);
      if (auto* fault = std::get_if<ReferenceError>(&terms)) {
        if (const auto sold = terms_sold(offers_in_place()); !sold.empty())
          fault->help = fmt::format("there it is sold as {}", sold);
        return *fault;
      }
      terms_ = std::get<Terms>(terms);
    }
    const auto placed = offers_in_place();
    if (placed.empty())
      return no_such_place();
    if (const auto named = offer_named(full_text, placed))
      return std::vector{*named};
    auto selected = with_terms(placed);
    if (selected.empty())
      return no_such_terms(placed);
    return selected;
  }

private:
  std::optional<ReferenceError> find_instances() {
    std::vector<std::string_view> types;
    if (parts_.provider) {
      const auto provider = catalog_.find_provider(parts_.provider->text);
      if (!provider)
        return error_at(*parts_.provider,
                        fmt::format("met the unknown provider {}", parts_.provider->text),
                        did_you_mean(parts_.provider->text, catalog_.provider_names()));
      add_instances(*provider, types);
    } else {
      for (std::uint32_t i = 0; i < catalog_.provider_count(); ++i)
        add_instances({i}, types);
    }
    if (!instances_.empty())
      return std::nullopt;
    if (parts_.provider)
      return error_at(parts_.type,
                      fmt::format("met the unknown instance type {}", parts_.type.text),
                      size_meant(types));
    const auto chips = catalog_.accelerator_words();
    types.insert(types.begin(), chips.begin(), chips.end());
    return error_at(parts_.type,
                    fmt::format("met {}, which is neither an accelerator nor an instance type",
                                parts_.type.text),
                    did_you_mean(parts_.type.text, types));
  }

  /// The near size of the provider, as a reference. `.xlarge` is not what a size is known by: where
  /// the part behind the point is the same, the part before it has to be near.
  [[nodiscard]] std::string size_meant(std::vector<std::string_view> types) const {
    const auto met = split(parts_.type, '.');
    std::erase_if(types, [&](std::string_view type) {
      const auto point = type.find('.');
      const bool same_rest = met.second && point != std::string_view::npos &&
                             same_name(type.substr(point + 1), met.second->text);
      const auto family = type.substr(0, point);
      return same_rest && !core::nearest(met.first.text, {&family, 1});
    });
    const auto near = core::nearest(parts_.type.text, types);
    return near ? fmt::format("did you mean {}/{}?", parts_.provider->text, *near) : std::string{};
  }

  std::optional<OfferId> offer_named(std::string_view name,
                                     const std::vector<OfferId>& offers) const {
    if (!parts_.provider || !parts_.region || has_glob(name))
      return std::nullopt;
    const auto found = std::ranges::find_if(offers, [&](OfferId id) {
      return same_name(catalog_.offer_name(catalog_.offer(id)), name);
    });
    return found == offers.end() ? std::nullopt : std::optional{*found};
  }

  /// Sizes of one provider: spelt like it, else without regard to case, else by glob.
  void add_instances(ProviderId provider, std::vector<std::string_view>& types) {
    const auto names = catalog_.type_names(provider);
    types.insert(types.end(), names.begin(), names.end());
    const auto found = catalog_.find_instances(provider, parts_.type.text);
    for (const auto id : found) {
      if (!has_glob(parts_.type.text) && catalog_.instance(id).type == parts_.type.text) {
        instances_.push_back(id);
        return;
      }
    }
    instances_.insert(instances_.end(), found.begin(), found.end());
  }

  std::vector<OfferId> offers_of_instances() const {
    std::vector<OfferId> offers;
    std::vector<ShapeId> shapes;
    for (const auto instance : instances_)
      shapes.push_back(catalog_.instance(instance).shape);
    std::ranges::sort(shapes);
    shapes.erase(std::unique(shapes.begin(), shapes.end()), shapes.end());
    for (const auto shape : shapes) {
      const auto [first, last] = catalog_.offers_of(shape);
      for (auto i = first; i < last; ++i) {
        if (std::ranges::find(instances_, catalog_.instance_of({i})) != instances_.end())
          offers.push_back({i});
      }
    }
    return offers;
  }

  std::vector<OfferId> offers_in_place() const {
    auto offers = offers_of_instances();
    const auto elsewhere = [&](OfferId id) {
      const auto region = catalog_.region(catalog_.region_of(id)).name;
      if (parts_.region && !core::glob_match(parts_.region->text, region))
        return true;
      return parts_.zone && !same_name(parts_.zone->text, catalog_.offer(id).zone);
    };
    if (parts_.region)
      std::erase_if(offers, elsewhere);
    return offers;
  }

  ReferenceError no_such_place() const {
    std::vector<std::string_view> regions;
    for (const auto id : offers_of_instances()) {
      const auto region = catalog_.region(catalog_.region_of(id)).name;
      if (std::ranges::find(regions, region) == regions.end())
        regions.push_back(region);
    }
    std::ranges::sort(regions);
    if (!parts_.region || regions.empty())
      return error_at(parts_.type,
                      fmt::format("the catalog has no price for {}", parts_.type.text),
                      "add one with a price table: --catalog prices.csv");
    const bool zone_fault = parts_.zone && std::ranges::any_of(regions, [&](auto name) {
                              return core::glob_match(parts_.region->text, name);
                            });
    const auto& piece = zone_fault ? *parts_.zone : *parts_.region;
    auto help = zone_fault ? std::string{} : did_you_mean(piece.text, regions);
    if (help.empty() && !zone_fault)
      help = fmt::format("it has a price in {}", listed(regions));
    return error_at(
        piece, fmt::format("{} has no price in {}", parts_.type.text, piece.text), std::move(help));
  }

  static std::string listed(std::span<const std::string_view> names) {
    constexpr std::size_t k_most_listed = 8;
    const auto shown = names.first(std::min(names.size(), k_most_listed));
    auto text = fmt::format("{}", fmt::join(shown, ", "));
    if (names.size() > k_most_listed)
      text += fmt::format(" and {} more", names.size() - k_most_listed);
    return text;
  }

  [[nodiscard]] bool matches_terms(const Offer& offer, bool reserved_means_any) const {
    const bool any_committed = reserved_means_any && terms_.option == PurchaseOption::reserved &&
                               is_committed(offer.option);
    if (terms_.option && offer.option != *terms_.option && !any_committed)
      return false;
    if (terms_.term && offer.term != *terms_.term)
      return false;
    if (terms_.payment && offer.payment != *terms_.payment)
      return false;
    return !terms_.tier || same_name(offer.tier, *terms_.tier);
  }

  std::vector<OfferId> with_terms(const std::vector<OfferId>& placed) const {
    for (const bool reserved_means_any : {false, true}) {
      std::vector<OfferId> selected;
      for (const auto id : placed) {
        if (matches_terms(catalog_.offer(id), reserved_means_any))
          selected.push_back(id);
      }
      if (!selected.empty())
        return selected;
    }
    return {};
  }

  /// The terms of offers as a reference names them: `spot, reserved-3y-all`.
  [[nodiscard]] std::string terms_sold(const std::vector<OfferId>& placed) const {
    std::vector<std::string> all;
    for (const auto id : placed) {
      const auto name = catalog_.offer_name(catalog_.offer(id));
      const auto sign = name.find('#');
      auto terms = sign == std::string::npos ? std::string(to_string(PurchaseOption::on_demand))
                                             : name.substr(sign + 1);
      if (std::ranges::find(all, terms) == all.end())
        all.push_back(std::move(terms));
    }
    const std::vector<std::string_view> names(all.begin(), all.end());
    return listed(names);
  }

  [[nodiscard]] ReferenceError no_such_terms(const std::vector<OfferId>& placed) const {
    return error_at(
        *parts_.terms,
        fmt::format("{} has no price on the terms {}", parts_.type.text, parts_.terms->text),
        fmt::format("there it is sold as {}", terms_sold(placed)));
  }

  const Catalog& catalog_;
  const Parts& parts_;
  Terms terms_;
  std::vector<InstanceId> instances_;
};

Selection select_hardware(const Catalog& catalog, Piece piece, std::optional<std::int32_t> nodes) {
  auto [name, counts] = split(piece, ':');
  HardwareSelection selection{
      .accelerators = catalog.find_accelerators(name.text), .devices = {}, .nodes = nodes};
  if (selection.accelerators.empty())
    return error_at(name,
                    fmt::format("met the unknown accelerator {}", name.text),
                    did_you_mean(name.text, catalog.accelerator_words()));
  if (!counts)
    return selection;
  auto [devices, node_count] = split(*counts, 'x');
  selection.devices = parse_device_count(devices.text);
  if (!selection.devices)
    return error_at(*counts,
                    fmt::format("met {}, expected a number of devices", counts->text),
                    "h100:8x2 is eight devices a node and two nodes; a10:1/2 is half a device");
  if (node_count) {
    if (nodes)
      return error_at(*node_count, "met the number of nodes twice");
    selection.nodes = parse_nodes(node_count->text);
    if (!selection.nodes)
      return error_at(*node_count,
                      fmt::format("met {}, expected a number of nodes", node_count->text));
  }
  return selection;
}

} // namespace

Selection select_offers(const Catalog& catalog, std::string_view text) {
  const auto trimmed = core::trim(text);
  Piece piece{trimmed, static_cast<std::size_t>(trimmed.data() - text.data())};
  if (trimmed.empty())
    return error_at({text, 0},
                    "met an empty reference",
                    "write aws/p5.48xlarge@us-east-1, or hardware such as h100:8x2");
  auto nodes = take_nodes(piece);
  if (auto* fault = std::get_if<ReferenceError>(&nodes))
    return *fault;
  const auto count = std::get<std::optional<std::int32_t>>(nodes);
  const bool offer_signs = piece.text.find_first_of("@#") != std::string_view::npos;
  const auto colon = piece.text.find(':');
  const bool slash_in_name = piece.text.substr(0, colon).find('/') != std::string_view::npos;
  if (!offer_signs && !slash_in_name &&
      (colon != std::string_view::npos || !catalog.find_accelerators(piece.text).empty()))
    return select_hardware(catalog, piece, count);
  const auto parts = split_reference(piece);
  OfferSelector selector{catalog, parts};
  auto offers = selector.run(piece.text);
  if (auto* fault = std::get_if<ReferenceError>(&offers))
    return *fault;
  return OfferSelection{.offers = std::get<std::vector<OfferId>>(std::move(offers)),
                        .nodes = count};
}

} // namespace gpuplan::catalog
