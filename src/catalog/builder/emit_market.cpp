#include "catalog/builder/emit.hpp"
#include "catalog/builder/emit_values.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace gpuplan::catalog {

namespace {

/// All findings with the ids of their rows, by file, line and kind.
std::vector<FindingRecord> collect_findings(const Drafts& drafts) {
  std::vector<FindingRecord> all = drafts.findings;
  for (const auto& row : drafts.instances) {
    for (auto finding : row.findings) {
      finding.instance = row.record.id;
      all.push_back(finding);
    }
  }
  for (const auto& row : drafts.offers) {
    for (auto finding : row.findings) {
      finding.offer = row.record.id;
      finding.instance = row.record.instance;
      all.push_back(finding);
    }
  }
  std::ranges::sort(all, {}, [](const FindingRecord& each) {
    return std::tuple{
        each.file, each.line, each.kind, each.message, each.other_file, each.other_line};
  });
  return all;
}

} // namespace

fb::EditionT emit_edition(const Drafts& drafts, TextTable& texts) {
  std::optional<core::Date> newest;
  for (const auto& row : drafts.offers) {
    const auto& date = row.record.as_of;
    if (date.known() && (!newest || *date > *newest))
      newest = *date;
  }
  std::set<ProviderId> sellers;
  for (const auto& row : drafts.instances)
    sellers.insert(row.record.provider);
  fb::EditionT columns;
  columns.version.push_back(texts.id(newest ? core::to_string(*newest) : std::string{}));
  columns.sellers.push_back(static_cast<std::uint32_t>(sellers.size()));
  return columns;
}

fb::ProvidersT emit_providers(const Drafts& drafts, TextTable& texts) {
  fb::ProvidersT columns;
  for (const auto& row : drafts.providers) {
    const auto& each = row.record;
    columns.name.push_back(texts.id(each.name));
    columns.display_name.push_back(texts.id(each.display_name));
    columns.aliases.push_back(texts.lines(each.aliases));
    columns.headquarters.push_back(texts.id(each.headquarters));
    columns.host_tier.push_back(word_value(each.host_tier));
    columns.currency.push_back(texts.id(each.currency));
    columns.increment_s.push_back(whole_value(each.increment_s));
    columns.minimum_s.push_back(whole_value(each.minimum_s));
    columns.certifications.push_back(texts.lines(each.certifications));
    columns.sla_percent.push_back(number_value(each.sla_percent));
    columns.egress_free_gb.push_back(number_value(each.egress_free_gb));
    columns.quota_note.push_back(texts.id(each.quota_note));
    columns.regions_doc.push_back(texts.id(each.regions_doc));
    columns.note.push_back(texts.id(each.note));
    columns.source.push_back(texts.id(each.source));
    columns.file.push_back(texts.id(each.source_file));
    columns.line.push_back(each.source_line);
  }
  return columns;
}

fb::RegionsT emit_regions(const Drafts& drafts, TextTable& texts) {
  fb::RegionsT columns;
  for (const auto& row : drafts.regions) {
    const auto& each = row.record;
    columns.provider.push_back(each.provider.index);
    columns.name.push_back(texts.id(each.name));
    columns.kind.push_back(texts.id(each.kind));
    columns.country.push_back(texts.id(each.country));
    columns.country_code.push_back(texts.id(each.country_code.value_or({})));
    columns.continent.push_back(texts.id(each.continent));
    columns.groups.push_back(texts.lines(each.groups));
    columns.city.push_back(texts.id(each.city));
    columns.latitude.push_back(number_value(each.latitude));
    columns.longitude.push_back(number_value(each.longitude));
    columns.grid_gco2_per_kwh.push_back(number_value(each.grid_gco2_per_kwh));
    columns.grid_scope.push_back(texts.id(each.grid_scope));
    columns.pue.push_back(number_value(each.pue));
    columns.note.push_back(texts.id(each.note));
    columns.source.push_back(texts.id(each.source));
    columns.file.push_back(texts.id(each.source_file));
    columns.line.push_back(each.source_line);
  }
  return columns;
}

fb::OffersT emit_offers(const Drafts& drafts, TextTable& texts) {
  fb::OffersT columns;
  for (const auto& row : drafts.offers) {
    const auto& each = row.record;
    columns.instance.push_back(each.instance.index);
    columns.region.push_back(each.region.index);
    columns.zone.push_back(texts.id(each.zone));
    columns.tier.push_back(texts.id(each.tier));
    columns.option.push_back(word_value(each.option));
    columns.term.push_back(word_value(each.term));
    columns.payment.push_back(word_value(each.payment));
    columns.hourly.push_back(money_value(each.hourly));
    columns.upfront.push_back(money_value(each.upfront));
    columns.currency.push_back(texts.id(each.currency.code()));
    columns.as_of.push_back(date_value(each.as_of));
    columns.as_of_kind.push_back(word_value(each.as_of_kind));
    columns.basis.push_back(texts.id(each.basis));
    columns.findings.push_back(each.findings);
    columns.note.push_back(texts.id(each.note));
    columns.source.push_back(texts.id(each.source));
    columns.file.push_back(texts.id(each.source_file));
    columns.line.push_back(each.source_line);
  }
  return columns;
}

fb::FindingsT emit_findings(const Drafts& drafts, TextTable& texts) {
  fb::FindingsT columns;
  for (const auto& each : collect_findings(drafts)) {
    columns.kind.push_back(static_cast<std::uint32_t>(each.kind));
    columns.message.push_back(texts.id(each.message));
    columns.offer.push_back(optional_id(each.offer));
    columns.instance.push_back(optional_id(each.instance));
    columns.file.push_back(texts.id(each.file));
    columns.line.push_back(each.line);
    columns.other_file.push_back(texts.id(each.other_file));
    columns.other_line.push_back(each.other_line);
    columns.ratio.push_back(each.ratio);
  }
  return columns;
}

fb::BillingProductsT emit_billing_products(const Drafts& drafts, TextTable& texts) {
  fb::BillingProductsT columns;
  for (const auto& row : drafts.billing_products) {
    const auto& each = row.record;
    columns.name.push_back(texts.id(each.name));
    columns.option.push_back(
        static_cast<std::uint8_t>(each.option ? word_value(*each.option) + 1 : 0));
    columns.file.push_back(texts.id(each.source_file));
    columns.line.push_back(each.source_line);
  }
  return columns;
}

fb::BillingRulesT emit_billing_rules(const Drafts& drafts, TextTable& texts) {
  fb::BillingRulesT columns;
  for (const auto& row : drafts.billing_rows) {
    const auto& each = row.record;
    columns.provider.push_back(texts.id(each.provider));
    columns.product.push_back(texts.id(each.product));
    columns.term.push_back(texts.id(each.term));
    columns.only.push_back(texts.id(each.only));
    columns.payments.push_back(texts.lines(each.payments));
    columns.discount_low.push_back(number_value(each.discount_low));
    columns.discount_high.push_back(number_value(each.discount_high));
    columns.increment_s.push_back(whole_value(each.increment_s));
    columns.minimum_s.push_back(whole_value(each.minimum_s));
    columns.notice_s.push_back(whole_value(each.notice_s));
    columns.interruptible.push_back(truth_value(each.interruptible));
    columns.note.push_back(texts.id(each.note));
    columns.source.push_back(texts.id(each.source));
    columns.file.push_back(texts.id(each.source_file));
    columns.line.push_back(each.source_line);
  }
  return columns;
}

fb::StorageRatesT emit_storage_rates(const Drafts& drafts, TextTable& texts) {
  fb::StorageRatesT columns;
  for (const auto& row : drafts.storage) {
    const auto& each = row.record;
    columns.provider.push_back(each.provider.index);
    columns.kind.push_back(texts.id(each.kind));
    columns.tier.push_back(texts.id(each.tier));
    columns.destination.push_back(texts.id(each.destination));
    columns.from_gb.push_back(number_value(each.from_gb));
    columns.to_gb.push_back(number_value(each.to_gb));
    columns.region.push_back(texts.id(each.region));
    columns.price.push_back(each.price.nanos());
    columns.unit.push_back(texts.id(each.unit));
    columns.currency.push_back(texts.id(each.price.currency().code()));
    columns.as_of.push_back(date_value(each.as_of));
    columns.source.push_back(texts.id(each.source));
    columns.note.push_back(texts.id(each.note));
    columns.file.push_back(texts.id(each.source_file));
    columns.line.push_back(each.source_line);
  }
  return columns;
}

fb::StoragePerformanceT emit_storage_performance(const Drafts& drafts, TextTable& texts) {
  fb::StoragePerformanceT columns;
  for (const auto& row : drafts.storage_performance) {
    const auto& each = row.record;
    columns.provider.push_back(each.provider.index);
    columns.kind.push_back(texts.id(each.kind));
    columns.tier.push_back(texts.id(each.tier));
    columns.scope.push_back(texts.id(each.scope));
    columns.read.push_back(quantity_value(each.read));
    columns.write.push_back(quantity_value(each.write));
    columns.iops.push_back(number_value(each.iops));
    columns.first_byte_latency_s.push_back(quantity_value(each.first_byte_latency));
    columns.as_of.push_back(texts.id(each.as_of));
    columns.source.push_back(texts.id(each.source));
    columns.note.push_back(texts.id(each.note));
    columns.file.push_back(texts.id(each.source_file));
    columns.line.push_back(each.source_line);
  }
  return columns;
}

} // namespace gpuplan::catalog
