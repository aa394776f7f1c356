#pragma once

#include "catalog/catalog.hpp"
#include "core/range_text.hpp"
#include "cost/exchange_rate.hpp"
#include "facts/expression.hpp"
#include "facts/rule.hpp"
#include "plan/market/filters.hpp"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace gpuplan::plan {

/// What a listing of the market is asked for; an absent part restricts nothing.
struct ListingQuery {
  Filters filters;
  std::optional<core::Range> vcpus;
  std::optional<core::Range> host_memory_bytes;
  std::optional<core::Range> gpu_memory_bytes; ///< nominal, of one device
  std::optional<facts::Expression> where;
  bool include_unknown = false; ///< sizes whose vCPUs or memory are not known, where asked for
  core::Date as_of;
  core::Currency currency;
  cost::ExchangeRates exchange; ///< prices of other currencies are listed at these alone
};

/// The cheapest price of one size on one kind of terms.
struct ListedPrice {
  catalog::OfferId offer;
  core::Money hourly; ///< in the currency of the query, whichever the offer is priced in
  bool old = false;   ///< older than its option's limit, or undated
  bool later = false; ///< of a day after the one that prices' age is counted from

  [[nodiscard]] bool current() const { return !old && !later; }
};

/// One size a provider sells, with its cheapest prices.
struct ListedSize {
  catalog::InstanceId instance;
  std::optional<ListedPrice> on_demand;
  std::optional<ListedPrice> spot;
  std::optional<ListedPrice> one_year;
  std::optional<ListedPrice> three_years;
  std::optional<ListedPrice> other; ///< capacity block, flex start, package, term not stated
  std::uint32_t on_demand_regions = 0;
  std::optional<core::Money> dearest_on_demand;

  /// The price the size is sorted and shown by: on demand, else the cheapest of the rest.
  [[nodiscard]] const ListedPrice* leading() const;
};

/// What one accelerator of a size costs an hour at a price; nothing for a size without one.
std::optional<core::Money> gpu_hourly(const catalog::Instance& instance, const ListedPrice& price);

/// The kinds of terms that a size has a price each of, in the order in which one of them leads.
struct PriceKind {
  std::string_view name;
  std::optional<ListedPrice> ListedSize::*price;
};

constexpr std::array<PriceKind, 5> k_price_kinds{{{"demand", &ListedSize::on_demand},
                                                  {"spot", &ListedSize::spot},
                                                  {"1y", &ListedSize::one_year},
                                                  {"3y", &ListedSize::three_years},
                                                  {"other", &ListedSize::other}}};

/// Prices of one kind of terms over the listed sizes.
struct PriceRange {
  std::size_t count = 0;
  core::Money least;
  core::Money most;
  core::Money median;  ///< the lower of the middle two
  core::Money dearest; ///< over all regions of the listed sizes
};

/// Why a size that was asked for is not listed though it is sold.
enum class Unlisted : std::uint8_t {
  no_price,    ///< reservation-only hardware, an empty cell
  zero_price,  ///< a fault of the data
  quarantined, ///< another finding on every price
};

std::string_view to_string(Unlisted reason); ///< `price.none`, as in a recommendation

struct UnlistedSize {
  catalog::OfferId offer; ///< the first of the size
  Unlisted reason = Unlisted::no_price;
};

struct Listing {
  std::vector<ListedSize> sizes; ///< by leading price, the current ones first
  std::optional<PriceRange> on_demand;
  std::optional<PriceRange> spot;
  std::optional<PriceRange> one_year;
  std::optional<PriceRange> three_years;
  std::vector<catalog::AcceleratorId> chips; ///< variants among the sizes, by name
  std::size_t providers = 0;
  std::size_t unknown_left_out = 0;
  std::optional<core::Money> unknown_from; ///< cheapest of those left out
  std::size_t other_currencies = 0;        ///< sizes priced alone in currencies without a rate
  std::vector<UnlistedSize> unlisted;      ///< sizes without a single price that counts, by size
};

/// Walks the market once. Sizes whose rows are all quarantined or without a price are counted
/// beside the list; twins (one offer under two names) are listed once.
Listing list_offers(const catalog::Catalog& catalog,
                    const facts::RuleSet& rules,
                    const ListingQuery& query);

} // namespace gpuplan::plan
