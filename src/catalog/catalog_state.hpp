#pragma once

#include "catalog/catalog.hpp"
#include "catalog/view/offer_columns.hpp"

#include <mutex>

namespace gpuplan::catalog {

/// Records of a section that are handed out as a span: decoded once, when first asked for.
template <class Record>
class Decoded {
public:
  template <class Table>
  std::span<const Record> get(const View& view, Record (*decode)(const View&, std::uint32_t)) {
    std::call_once(once_, [&] {
      const auto count = static_cast<std::uint32_t>(view.count<Table>());
      records_.reserve(count);
      for (std::uint32_t i = 0; i < count; ++i)
        records_.push_back(decode(view, i));
    });
    return records_;
  }

private:
  std::once_flag once_;
  std::vector<Record> records_;
};

struct Catalog::State {
  std::shared_ptr<const std::string> owned; ///< empty for the catalog of the program
  std::string_view bytes;
  std::string_view sha256; ///< where it is known beforehand
  std::unique_ptr<View> view;
  OfferColumns offers;

  std::once_flag digest_once;
  std::string digest;
  Decoded<Coefficient> coefficients;
  Decoded<Setting> settings;
  Decoded<RuleRecord> rules;
  Decoded<BillingProduct> billing_products;
  Decoded<BillingRow> billing_rows;
  Decoded<PlaceGroup> place_groups;
  Decoded<CurrencyRecord> currencies;
  Decoded<CompatibilityRecord> compatibility;
  Decoded<DatasetRecord> datasets;
  Decoded<LanguageModelRecord> language_models;
  Decoded<SampleModelRecord> sample_models;
};

} // namespace gpuplan::catalog
