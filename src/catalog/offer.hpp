#pragma once

#include "catalog/instance.hpp"
#include "core/date.hpp"
#include "core/money.hpp"

namespace gpuplan::catalog {

using OfferId = core::Id<struct OfferTag>;

enum class PurchaseOption : std::uint8_t {
  on_demand,
  spot,
  reserved,
  savings_plan,
  committed_use,
  capacity_block,
  flex_start,
  package,
};
constexpr std::size_t k_purchase_options = 8;

std::string_view to_string(PurchaseOption option);
std::optional<PurchaseOption> parse_purchase_option(std::string_view word);

/// Reserved, savings plan and committed use: paid for the whole term whether used or not.
constexpr bool is_committed(PurchaseOption option) {
  return option == PurchaseOption::reserved || option == PurchaseOption::savings_plan ||
         option == PurchaseOption::committed_use;
}

enum class Payment : std::uint8_t { unspecified, none, partial, all, monthly, unstated };
std::string_view to_string(Payment payment);

/// Length of a commitment; none for pay as you go, unknown where a card states none.
enum class Term : std::uint8_t { none, one_year, three_years, not_stated };
std::string_view to_string(Term term);

/// Whether a date is the figure's own, a floor (the earliest day it can be from), or not known.
enum class DateKind : std::uint8_t { exact, bound, unknown };

/// What a price row was found to be when the catalog was built; a finding keeps the row and leaves
/// it out of rankings by default.
enum class Finding : std::uint32_t {
  zero_price = 1U << 0U,
  duplicate_key = 1U << 1U,
  per_device_price_unscaled = 1U << 2U,
  spot_above_on_demand = 1U << 3U,
  spot_equals_on_demand = 1U << 4U,
  payment_order = 1U << 5U, ///< all upfront dearer than partial, or than none, or than on demand
  outlier = 1U << 6U,
  memory_mismatch = 1U << 7U,
  derived = 1U << 8U,           ///< worked out, not read
  no_price = 1U << 9U,          ///< listed without a price (reservation only)
  memory_corrected = 1U << 10U, ///< a wrong memory figure that the chip's own size settles
  unconfirmed = 1U << 11U,      ///< its source doubts it, or cannot be looked up again
  software_unknown = 1U << 12U, ///< a chip that no compatibility record is about
};

/// The findings that quarantine a row: it is never ranked unless asked for.
constexpr std::uint32_t k_quarantine =
    static_cast<std::uint32_t>(Finding::zero_price) |
    static_cast<std::uint32_t>(Finding::per_device_price_unscaled) |
    static_cast<std::uint32_t>(Finding::memory_mismatch);

/// One price row: what is sold, where, on which terms.
struct Offer {
  OfferId id;
  InstanceId instance;
  ShapeId shape;
  RegionId region;
  ProviderId provider;
  std::string_view zone;
  std::string_view tier;
  PurchaseOption option = PurchaseOption::on_demand;
  Term term = Term::none;
  Payment payment = Payment::unspecified;
  core::Known<core::Money> hourly;  ///< effective: what is paid up front is spread over the term
  core::Known<core::Money> upfront; ///< the part of the term's cost paid at the start
  core::Currency currency;
  core::Known<core::Date> as_of;
  DateKind as_of_kind = DateKind::unknown;
  std::string_view basis; ///< `region`, `lowest_zone`, `all_regions_one_list`, …
  std::uint32_t findings = 0;
  std::uint32_t source_line = 0;
  std::string_view source_file;
  std::string_view source;
  std::string_view note;

  [[nodiscard]] bool has(Finding finding) const {
    return (findings & static_cast<std::uint32_t>(finding)) != 0;
  }
};

/// How a provider bills an option.
struct BillingRule {
  core::Known<std::int64_t> increment_s;
  core::Known<std::int64_t> minimum_s;
  core::Known<std::int64_t> interruption_notice_s;
  bool interruptible = false;
  std::string_view note;
  std::string_view source;
};

/// A provider's product (`spot_suse`) and the option of the price tables it belongs to.
struct BillingProduct {
  std::string_view name;
  std::optional<PurchaseOption> option; ///< none: not an instance sold by the hour
  std::string_view source_file;
  std::uint32_t source_line = 0;
};

/// A billing rule as the catalog states it, one a provider, product and term.
struct BillingRow {
  std::string_view provider;
  std::string_view product;
  std::string_view term;
  std::string_view only; ///< the case it is limited to; empty: the rule of its option
  std::vector<std::string_view> payments;
  core::Known<double> discount_low; ///< share off on demand, typical; never used as a price
  core::Known<double> discount_high;
  core::Known<std::int64_t> increment_s;
  core::Known<std::int64_t> minimum_s;
  core::Known<std::int64_t> notice_s;
  core::Known<bool> interruptible;
  std::string_view note;
  std::string_view source;
  std::string_view source_file;
  std::uint32_t source_line = 0;
};

} // namespace gpuplan::catalog
