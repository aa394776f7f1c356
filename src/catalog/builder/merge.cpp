#include "catalog/builder/merge.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace gpuplan::catalog {

namespace {

/// Parts of a key joined by a character that no name holds. Types and regions keep their case:
/// some providers have two that differ in nothing else.
template <class... Part>
std::string key_of(const Part&... parts) {
  std::string key;
  const auto add = [&](std::string_view part) {
    key += part;
    key += '\x1f';
  };
  (add(parts), ...);
  return key;
}

void report_second(const Origin& second,
                   const Origin& first,
                   std::string_view what,
                   std::string_view name,
                   core::DiagnosticSink& sink) {
  const auto span = [](const Origin& origin) {
    return origin.text == nullptr
               ? core::Span{.file = std::string{origin.file}, .line = origin.line}
               : origin.text->span({.line = origin.line, .column = 1});
  };
  sink.report({.code = "CAT010",
               .headline = fmt::format("met a second {} {}", what, name),
               .at = span(second),
               .labels = {{.span = span(first), .text = "the first stands here"}},
               .help = "one row a key in one catalog; an overlay may replace it"});
}

/// `key_of_row(record)` names a row; rows of a higher layer take the place of lower ones.
template <class DraftRow, class Key>
void merge(std::vector<DraftRow>& rows,
           std::string_view what,
           core::DiagnosticSink& sink,
           Key key_of_row) {
  std::unordered_map<std::string, std::size_t> places;
  std::vector<DraftRow> kept;
  kept.reserve(rows.size());
  for (auto& row : rows) {
    const auto [place, fresh] = places.emplace(key_of_row(row), kept.size());
    if (fresh) {
      kept.push_back(std::move(row));
      continue;
    }
    auto& present = kept[place->second];
    if (row.origin.layer > present.origin.layer) {
      present = std::move(row);
    } else {
      auto name = place->first.substr(0, place->first.size() - 1);
      std::ranges::replace(name, '\x1f', '/');
      report_second(row.origin, present.origin, what, name, sink);
    }
  }
  rows = std::move(kept);
}

/// A higher layer may change a rule without saying all of it again.
RuleRecord changed(RuleRecord rule, const RuleRecord& change) {
  for (const auto field : {&RuleRecord::corner,
                           &RuleRecord::applies,
                           &RuleRecord::check,
                           &RuleRecord::level,
                           &RuleRecord::unknown,
                           &RuleRecord::message,
                           &RuleRecord::why,
                           &RuleRecord::source}) {
    if (!(change.*field).empty())
      rule.*field = change.*field;
  }
  rule.file = change.file;
  rule.line = change.line;
  return rule;
}

void merge_rules(std::vector<Draft<RuleRecord>>& rules, core::DiagnosticSink& sink) {
  std::vector<Draft<RuleRecord>> kept;
  for (const auto& rule : rules) {
    const auto present =
        std::ranges::find(kept, rule.record.id, [](const auto& each) { return each.record.id; });
    if (present != kept.end() && rule.origin.layer > present->origin.layer) {
      present->record = changed(present->record, rule.record);
      present->origin = rule.origin;
    } else if (present != kept.end()) {
      report_second(rule.origin, present->origin, "rule", rule.record.id, sink);
    } else if (rule.record.check.empty()) {
      fault_at(rule.origin,
               {.line = rule.origin.line, .column = 1},
               "CAT007",
               fmt::format("met the rule {} without a check, and no rule of this id to change",
                           rule.record.id),
               "",
               sink);
    } else {
      kept.push_back(rule);
    }
  }
  rules = std::move(kept);
}

} // namespace

void merge_layers(Drafts& drafts, core::DiagnosticSink& sink) {
  const auto by = [](auto member) {
    return [member](const auto& row) { return key_of(core::lower(row.record.*member)); };
  };
  merge(drafts.accelerators, "accelerator", sink, by(&Accelerator::name));
  merge(drafts.providers, "provider", sink, by(&Provider::name));
  merge(drafts.instances, "instance", sink, [](const InstanceDraft& row) {
    return key_of(row.provider.name, row.record.type);
  });
  merge(drafts.regions, "region", sink, [](const RegionDraft& row) {
    return key_of(row.provider.name, row.record.name);
  });
  merge(drafts.billing_products, "billing product", sink, by(&BillingProduct::name));
  merge(drafts.billing_rows, "billing rule", sink, [](const auto& row) {
    return key_of(row.record.provider, row.record.product, row.record.term, row.record.only);
  });
  merge(drafts.place_groups, "group of countries", sink, by(&PlaceGroup::id));
  merge(drafts.currencies, "currency", sink, by(&CurrencyRecord::code));
  merge(drafts.compatibility, "compatibility row", sink, by(&CompatibilityRecord::feature));
  merge(drafts.language_models, "transformer", sink, by(&LanguageModelRecord::id));
  merge(drafts.sample_models, "network", sink, by(&SampleModelRecord::id));
  merge(drafts.datasets, "data set", sink, by(&DatasetRecord::id));
  merge(drafts.coefficients, "coefficient", sink, by(&Coefficient::key));
  merge(drafts.settings, "default", sink, by(&Setting::key));
  merge_rules(drafts.rules, sink);
  merge(drafts.storage_performance, "storage rate", sink, [](const auto& row) {
    return key_of(row.provider.name, row.record.kind, row.record.tier, row.record.scope);
  });
  merge_storage(drafts.storage);
  merge_offers(drafts.offers, drafts.texts);
}

} // namespace gpuplan::catalog
