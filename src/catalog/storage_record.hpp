#pragma once

#include "catalog/instance.hpp"
#include "core/date.hpp"
#include "core/money.hpp"

namespace gpuplan::catalog {

/// A storage or transfer price as published. Tiers are marginal: the price holds for what lies
/// between `from_gb` and `to_gb` of the month's volume.
struct StorageRow {
  ProviderId provider;
  std::string_view kind; ///< `object`, `block-ssd`, `egress-internet`, …
  std::string_view tier; ///< the provider's word
  std::string_view destination;
  core::Known<double> from_gb; ///< unknown: no tiers
  core::Known<double> to_gb;   ///< unknown: no end
  std::string_view region;     ///< empty: the list for all regions
  core::Money price;
  std::string_view unit; ///< `GB`, `GB-month`, `GiB-month`, `disk-month`, …
  core::Known<core::Date> as_of;
  std::string_view source;
  std::string_view note;
  std::string_view source_file;
  std::uint32_t source_line = 0;
};

/// What storage delivers; `scope` says per what (`volume`, `TiB`, `instance`, …).
struct StoragePerformanceRow {
  ProviderId provider;
  std::string_view kind;
  std::string_view tier;
  std::string_view scope;
  core::Known<core::BytesPerSecond> read;
  core::Known<core::BytesPerSecond> write;
  core::Known<double> iops;
  core::Known<core::Seconds> first_byte_latency;
  std::string_view as_of; ///< a date, or the year alone
  std::string_view source;
  std::string_view note;
  std::string_view source_file;
  std::uint32_t source_line = 0;
};

} // namespace gpuplan::catalog
