#pragma once

#include "catalog/catalog.hpp"
#include "cost/exchange_rate.hpp"
#include "cost/quote.hpp"
#include "facts/values.hpp"
#include "plan/explore/compatibility.hpp"
#include "plan/market/data_loading.hpp"
#include "plan/request/request.hpp"
#include "plan/setup.hpp"
#include "workload/workload.hpp"

#include <string>

namespace gpuplan::plan {

/// Each function states the facts of one thing under their names; what a source does not know
/// becomes unknown with its reason. Texts are viewed: arguments must outlive the values.
/// Amounts are stated in the currency of the values, converted where there is a dated rate.

/// States the rates, and the currency that amounts are stated in.
void fill_rates(facts::FactValues& values,
                const cost::ExchangeRates& exchange,
                core::Currency currency);

void fill_job(facts::FactValues& values,
              const workload::Workload& workload,
              const cost::ExchangeRates& exchange);

void fill_shape(facts::FactValues& values,
                const catalog::Accelerator* accelerator,
                const catalog::Shape& shape);

/// What tells sizes of one shape apart: processors, host memory, disks.
void fill_instance(facts::FactValues& values, const catalog::Instance& instance);

/// Layout, memory and time of a setup; `why_no_time` is empty where the time is known.
void fill_setup(facts::FactValues& values,
                const workload::Workload& workload,
                const catalog::Accelerator* accelerator,
                const catalog::Shape& shape,
                const Setup& setup,
                std::string_view why_no_time);

/// Whether the software of a setup runs on its chip.
void fill_software(facts::FactValues& values, const SoftwareAnswer& software);

/// Bytes that training would read a second over what storage gives its machines (`loading_of`).
void fill_loading(facts::FactValues& values, const core::Known<double>& ratio);

/// What an offer needs beside itself to be told in facts.
struct OfferContext {
  const catalog::Region* region = nullptr;
  const catalog::Provider* provider = nullptr;
  const catalog::Instance* instance = nullptr;
  const catalog::BillingRule* billing = nullptr;
  const cost::ExchangeRates* exchange = nullptr; ///< none: amounts are not converted
  core::Known<core::Money> on_demand;            ///< same size and region, same currency
  core::Date as_of;
  bool place_allowed = true;
  core::Known<bool> place_known = true;
  bool provider_allowed = true;
};

void fill_offer(facts::FactValues& values,
                const catalog::Offer& offer,
                const OfferContext& context);

/// Total, wall time and what follows; the interval comes from the quote.
void fill_quote(facts::FactValues& values,
                const workload::Workload& workload,
                const Setup& setup,
                const cost::Quote& quote,
                const cost::ExchangeRates& exchange);

/// The facts of the job alone, with what the user assumes of it.
facts::FactValues facts_of_job(const Request& request);

/// States the facts the user assumes (`--assume`), where nothing is known of them; tells which.
std::vector<facts::FactId> apply_assumptions(facts::FactValues& values,
                                             const workload::Workload& workload);

/// Total and wall time alone.
void fill_charge(facts::FactValues& values,
                 const workload::Workload& workload,
                 const Setup& setup,
                 const cost::Charge& charge,
                 const cost::ExchangeRates& exchange);

/// The word of an option that rules test: `reserved` stands for every kind of commitment.
std::string_view terms_word(catalog::PurchaseOption option);

/// Hours a year above which a commitment is cheaper than on demand: price ratio × 8,760 h.
core::Known<double> break_even_hours_per_year(const catalog::Offer& offer,
                                              const core::Known<core::Money>& on_demand);

} // namespace gpuplan::plan
