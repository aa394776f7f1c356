#include "plan/market/filters.hpp"

#include "catalog/reference.hpp"
#include "core/ensure.hpp"
#include "core/text.hpp"
#include "plan/market/named_parts.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <variant>

namespace gpuplan::plan {
namespace {

using catalog::Catalog;
using catalog::PurchaseOption;

/// The terms asked for; else those of the setting `purchase.terms`.
void choose_terms(const workload::Purchase& purchase, const Catalog& catalog, Filters& filters) {
  filters.terms_given = !purchase.terms.empty();
  for (const auto option : purchase.terms)
    filters.terms.set(static_cast<std::size_t>(option));
  if (filters.terms_given)
    return;
  const auto setting = catalog.setting("purchase.terms");
  GPUPLAN_ENSURE(setting.has_value());
  for (std::string_view rest = setting->value; !rest.empty();) {
    const auto end = std::min(rest.find(','), rest.size());
    const auto option = catalog::parse_purchase_option(core::trim(rest.substr(0, end)));
    GPUPLAN_ENSURE(option.has_value());
    filters.terms.set(static_cast<std::size_t>(*option));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  // Not asked for, yet looked at: a rule tells from which use a commitment would pay.
  for (const auto option :
       {PurchaseOption::reserved, PurchaseOption::savings_plan, PurchaseOption::committed_use}) {
    filters.terms.set(static_cast<std::size_t>(option));
  }
}

void pin(const std::string& reference,
         const Catalog& catalog,
         Filters& filters,
         core::DiagnosticSink& sink) {
  const auto selection = catalog::select_offers(catalog, reference);
  if (const auto* error = std::get_if<catalog::ReferenceError>(&selection)) {
    sink.report(
        {.code = "PLN002",
         .headline = error->headline,
         .at = {.file = "plan reference",
                .line = 1,
                .column = static_cast<std::uint32_t>(error->begin + 1),
                .length = static_cast<std::uint32_t>(std::max<std::size_t>(error->length, 1)),
                .line_text = reference},
         .help = error->help});
    return;
  }
  if (const auto* offers = std::get_if<catalog::OfferSelection>(&selection)) {
    filters.offers.resize(catalog.offer_count());
    for (const auto offer : offers->offers)
      filters.offers[offer.index] = true;
    filters.nodes = offers->nodes;
    if (!filters.terms_given)
      filters.terms.set();
    return;
  }
  const auto& hardware = std::get<catalog::HardwareSelection>(selection);
  filters.nodes = hardware.nodes;
  filters.accelerators.assign(catalog.accelerator_count(), false);
  filters.counts.assign(catalog.accelerator_count(), catalog::DeviceCount{.numerator = -1});
  for (const auto chip : hardware.accelerators) {
    filters.accelerators[chip.index] = true;
    filters.counts[chip.index] = hardware.devices.value_or(catalog::DeviceCount{.numerator = 0});
  }
}

} // namespace

bool Filters::wants_chip(const catalog::Shape& shape) const {
  if (!shape.accelerator)
    return host_only || (!offers.empty());
  if (accelerators.empty())
    return !host_only;
  if (!accelerators[shape.accelerator->index])
    return false;
  const auto wanted = counts[shape.accelerator->index];
  return wanted.numerator <= 0 || wanted == shape.devices;
}

std::optional<Filters> resolve_filters(const workload::Workload& workload,
                                       const Catalog& catalog,
                                       core::DiagnosticSink& sink) {
  Filters filters;
  const auto& constraints = workload.constraints;
  const auto errors = sink.error_count();
  choose_terms(workload.purchase, catalog, filters);
  for (const auto& name : constraints.accelerators)
    allow_accelerator(name, catalog, filters, sink);
  for (const auto& name : constraints.providers)
    allow_provider(name, catalog, filters, sink);
  if (!constraints.places.empty())
    allow_places(constraints.places, catalog, filters, sink);
  if (!workload.around.dataset_at.empty())
    place_data(workload.around.dataset_at, catalog, filters, sink);
  if (!workload.on.empty())
    pin(workload.on, catalog, filters, sink);
  filters.least_vcpus = constraints.least_vcpus;
  if (constraints.least_host_memory_bytes) {
    filters.least_host_memory = core::Bytes{*constraints.least_host_memory_bytes};
  }
  filters.max_price = constraints.max_price;
  filters.max_gpu_price = constraints.max_gpu_price;
  filters.community_hosts = constraints.community_hosts;
  if (workload.nodes)
    filters.nodes = workload.nodes;
  if (sink.error_count() > errors)
    return std::nullopt;
  return filters;
}

} // namespace gpuplan::plan
