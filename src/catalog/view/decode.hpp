#pragma once

#include "catalog/knowledge_record.hpp"
#include "catalog/model_record.hpp"
#include "catalog/offer.hpp"
#include "catalog/rule_record.hpp"
#include "catalog/storage_record.hpp"
#include "catalog/view/view.hpp"

#include <cmath>
#include <limits>

namespace gpuplan::catalog {

struct Coefficient;
struct Setting;
struct FindingRecord;

/// One record out of its section's columns. The index has to lie within the section; text points
/// into the view's bytes.
Accelerator decode_accelerator(const View& view, std::uint32_t index);
Shape decode_shape(const View& view, std::uint32_t index);
Instance decode_instance(const View& view, std::uint32_t index);
Provider decode_provider(const View& view, std::uint32_t index);
Region decode_region(const View& view, std::uint32_t index);
FindingRecord decode_finding(const View& view, std::uint32_t index);
BillingProduct decode_billing_product(const View& view, std::uint32_t index);
BillingRow decode_billing_row(const View& view, std::uint32_t index);
StorageRow decode_storage_row(const View& view, std::uint32_t index);
StoragePerformanceRow decode_storage_performance(const View& view, std::uint32_t index);
PlaceGroup decode_place_group(const View& view, std::uint32_t index);
CurrencyRecord decode_currency(const View& view, std::uint32_t index);
CompatibilityRecord decode_compatibility(const View& view, std::uint32_t index);
LanguageModelRecord decode_language_model(const View& view, std::uint32_t index);
SampleModelRecord decode_sample_model(const View& view, std::uint32_t index);
DatasetRecord decode_dataset(const View& view, std::uint32_t index);
Coefficient decode_coefficient(const View& view, std::uint32_t index);
Setting decode_setting(const View& view, std::uint32_t index);
RuleRecord decode_rule(const View& view, std::uint32_t index);

/// The values that stand for unknown in the columns.
constexpr double k_unknown_number = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t k_unknown_whole = std::numeric_limits<std::int64_t>::min();
constexpr std::int32_t k_unknown_small = std::numeric_limits<std::int32_t>::min();

inline core::Known<double> known_number(double value) {
  return std::isnan(value) ? core::Known<double>{} : core::Known<double>{value};
}

template <class Quantity>
core::Known<Quantity> known_quantity(double value, std::string_view why = {}) {
  if (std::isnan(value))
    return core::Unknown{why};
  return Quantity{value};
}

inline core::Known<std::int64_t> known_whole(std::int64_t value) {
  return value == k_unknown_whole ? core::Known<std::int64_t>{} : core::Known<std::int64_t>{value};
}

inline core::Known<std::int32_t> known_small(std::int32_t value) {
  return value == k_unknown_small ? core::Known<std::int32_t>{} : core::Known<std::int32_t>{value};
}

inline core::Known<core::Date> known_date(std::int32_t days) {
  if (days == k_unknown_small)
    return core::Unknown{"the source gives no date"};
  return core::Date{std::chrono::days{days}};
}

} // namespace gpuplan::catalog
