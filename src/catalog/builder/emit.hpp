#pragma once

#include "catalog/builder/drafts.hpp"

#include <catalog_generated.h>
#include <string>
#include <unordered_map>

namespace gpuplan::catalog {

/// The string table of a catalog under construction: every text once, numbered by first use.
class TextTable {
public:
  TextTable() { id({}); }

  std::uint32_t id(std::string_view text);
  std::uint32_t lines(std::span<const std::string_view> texts);

  [[nodiscard]] fb::StringsT take() { return std::move(strings_); }

private:
  fb::StringsT strings_;
  std::unordered_map<std::string, std::uint32_t> by_text_;
};

/// The compiled bytes of resolved drafts.
std::string emit_catalog(const Drafts& drafts, std::span<const Shape> shapes);

fb::EditionT emit_edition(const Drafts&, TextTable&);
fb::AcceleratorsT emit_accelerators(const Drafts&, TextTable&);
fb::MigProfilesT emit_mig_profiles(const Drafts&, TextTable&);
fb::ShapesT emit_shapes(const Drafts&, std::span<const Shape>, TextTable&);
fb::InstancesT emit_instances(const Drafts&, TextTable&);
fb::ProvidersT emit_providers(const Drafts&, TextTable&);
fb::RegionsT emit_regions(const Drafts&, TextTable&);
fb::OffersT emit_offers(const Drafts&, TextTable&);
fb::FindingsT emit_findings(const Drafts&, TextTable&);
fb::BillingProductsT emit_billing_products(const Drafts&, TextTable&);
fb::BillingRulesT emit_billing_rules(const Drafts&, TextTable&);
fb::StorageRatesT emit_storage_rates(const Drafts&, TextTable&);
fb::StoragePerformanceT emit_storage_performance(const Drafts&, TextTable&);
fb::PlaceGroupsT emit_place_groups(const Drafts&, TextTable&);
fb::CurrenciesT emit_currencies(const Drafts&, TextTable&);
fb::CompatibilityT emit_compatibility(const Drafts&, TextTable&);
fb::LanguageModelsT emit_language_models(const Drafts&, TextTable&);
fb::SampleModelsT emit_sample_models(const Drafts&, TextTable&);
fb::DatasetsT emit_datasets(const Drafts&, TextTable&);
fb::CoefficientsT emit_coefficients(const Drafts&, TextTable&);
fb::SettingsT emit_settings(const Drafts&, TextTable&);
fb::RulesT emit_rules(const Drafts&, TextTable&);

} // namespace gpuplan::catalog
