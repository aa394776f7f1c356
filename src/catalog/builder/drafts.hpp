#pragma once

#include "catalog/builder/text_pool.hpp"
#include "catalog/catalog.hpp"
#include "source/node.hpp"

namespace gpuplan::catalog {

/// Where a row was written. Rows of a compiled catalog have no text, only the name and line they
/// were compiled from.
struct Origin {
  const source::SourceText* text = nullptr;
  std::string_view file;
  std::uint32_t line = 0;
  std::uint32_t layer = 0; ///< higher layers replace lower ones
};

/// A name by which one row refers to another, with its place for messages.
struct Mention {
  std::string_view name;
  source::Position at;
};

/// A row as read, before the rows of all layers are merged and its mentions are resolved. Ids
/// within the record are not valid yet.
template <class Record>
struct Draft {
  Record record;
  Origin origin;
};

struct InstanceDraft {
  Instance record;
  Origin origin;
  Mention provider;
  Mention accelerator; ///< empty: a host without one
  Mention same_as;
  core::Known<std::int32_t> link_domain; ///< where the node differs from the chip
  std::vector<FindingRecord> findings;
};

struct RegionDraft {
  Region record;
  Origin origin;
  Mention provider;
};

struct OfferDraft {
  Offer record;
  Origin origin;
  Mention provider;
  Mention type;
  Mention region;
  std::vector<FindingRecord> findings;
};

struct StorageDraft {
  StorageRow record;
  Origin origin;
  Mention provider;
};

struct StoragePerformanceDraft {
  StoragePerformanceRow record;
  Origin origin;
  Mention provider;
};

/// Everything read so far, in the order of reading.
struct Drafts {
  TextPool texts;
  std::vector<source::SourceTextPtr> sources; ///< kept alive for messages
  std::uint32_t layer = 0;

  std::vector<Draft<Accelerator>> accelerators;
  std::vector<Draft<Provider>> providers;
  std::vector<InstanceDraft> instances;
  std::vector<RegionDraft> regions;
  std::vector<OfferDraft> offers;
  std::vector<StorageDraft> storage;
  std::vector<StoragePerformanceDraft> storage_performance;
  std::vector<Draft<BillingProduct>> billing_products;
  std::vector<Draft<BillingRow>> billing_rows;
  std::vector<Draft<PlaceGroup>> place_groups;
  std::vector<Draft<CurrencyRecord>> currencies;
  std::vector<Draft<CompatibilityRecord>> compatibility;
  std::vector<Draft<LanguageModelRecord>> language_models;
  std::vector<Draft<SampleModelRecord>> sample_models;
  std::vector<Draft<DatasetRecord>> datasets;
  std::vector<Draft<Coefficient>> coefficients;
  std::vector<Draft<Setting>> settings;
  std::vector<Draft<RuleRecord>> rules;
  std::vector<FindingRecord> findings; ///< about rows that are neither sizes nor offers
};

/// Reports an error at a place of the text a row came from (at its line, where it came from a
/// compiled catalog).
void fault_at(const Origin& origin,
              source::Position at,
              std::string_view code,
              std::string headline,
              std::string help,
              core::DiagnosticSink& sink);

} // namespace gpuplan::catalog
