#include "plan/search.hpp"

#include "plan/market/offer_pricing.hpp"

namespace gpuplan::plan {
namespace {

std::string no_words() {
  return {};
}

/// Of offers that are left out for what they are of, at whatever price.
bool any_price() {
  return true;
}

class Search {
public:
  Search(const SearchInput& input, const Records& records)
      : input_(input),
        records_(records),
        screen_(input, records),
        shapes_(input, result_.setups),
        current_(input.rules, input.request.as_of),
        pricing_(input, records, current_, result_) {}

  SearchResult run() {
    if (input_.request.only) {
      walk(input_.catalog.offer(*input_.request.only).shape);
      return std::move(result_);
    }
    for (std::uint32_t i = 0; i < input_.catalog.shape_count(); ++i)
      walk({i});
    return std::move(result_);
  }

private:
  [[nodiscard]] auto current_price_of(const catalog::Offer& offer) {
    return [&] { return current_(offer); };
  }

  void walk(catalog::ShapeId id) {
    const auto range = input_.catalog.offers_of(id);
    result_.offers_seen += range.last - range.first;
    ExploredShape found{.shape = input_.catalog.shape(id)};
    assume_network(found);
    found.chip = records_.chip_of(found.shape);
    if (!input_.filters.wants_chip(found.shape))
      return leave_out(found.chip != nullptr ? "asked.gpu" : "asked.cpu", range);
    offers_.clear();
    for (auto index = range.first; index < range.last; ++index)
      offers_.push_back(input_.catalog.offer({index}));
    bool explored = false;
    for (const auto& offer : offers_) {
      if (input_.request.only && offer.id != *input_.request.only)
        continue;
      if (const auto reason = screen_.reason_against(offer); !reason.empty()) {
        const double distance = offer.hourly ? offer.hourly->to_double() : 1e18;
        result_.exclusions.add(
            reason, {.offer = offer.id, .distance = distance}, current_price_of(offer), no_words);
        continue;
      }
      if (!explored) {
        explored = true;
        shapes_.explore(found);
        if (!found.kept.empty())
          pricing_.begin(found);
      }
      consider(found, offer);
    }
  }

  void consider(const ExploredShape& found, const catalog::Offer& offer) {
    if (!found.kept.empty())
      return pricing_.price(offer);
    // A commitment is no near miss: it has the horizon to meet as well.
    constexpr double k_far = 1e9;
    const auto& failure = found.failure;
    const double distance = failure.distance + (is_committed(offer.option) ? k_far : 0);
    result_.exclusions.add(failure.rule,
                           {.offer = offer.id, .nodes = failure.nodes, .distance = distance},
                           current_price_of(offer),
                           [&] { return shapes_.summary_of(found); });
  }

  void leave_out(std::string_view reason, catalog::Catalog::OfferRange range) {
    for (auto index = range.first; index < range.last; ++index)
      result_.exclusions.add(reason, {.offer = {index}}, any_price, no_words);
  }

  /// What the user assumes of the network of a shape, where nothing is known of it.
  void assume_network(ExploredShape& found) const {
    const auto& assumed = input_.request.workload.assumed_facts;
    const auto network = assumed.find("network_gbps");
    if (found.shape.network || network == assumed.end())
      return;
    found.shape.network = core::gbit_per_s(network->second);
    found.network_assumed = true;
  }

  const SearchInput& input_;
  const Records& records_;
  SearchResult result_;
  std::vector<catalog::Offer> offers_; ///< of the shape at hand
  OfferScreen screen_;
  ShapeSearch shapes_;
  CurrentPrices current_;
  OfferPricing pricing_;
};

} // namespace

SearchResult search(const SearchInput& input, const Records& records) {
  return Search(input, records).run();
}

} // namespace gpuplan::plan
