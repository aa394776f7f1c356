#include "plan/request/assumable.hpp"

#include <fmt/format.h>

namespace gpuplan::plan {

/// What a fact is calculated from; empty for one that catalog or job state, or might.
std::string_view calculated_from(const facts::Fact& fact) {
  using facts::FactId;
  using facts::Stage;
  switch (fact.stage) {
  case Stage::layout:
    return "the model and the layout that is chosen for it: --nodes, --micro-batch, --recompute "
           "and --optimizer steer it";
  case Stage::estimate:
    return "the operations and bytes of the job, the rates of chip and network, and the "
           "efficiencies of calibration.yaml";
  case Stage::quote: return "the price, the time and what is billed around the run";
  case Stage::offer: break;
  default: return {};
  }
  if (fact.id == FactId::price_gpu_hourly_usd)
    return "the price of the machine and its devices";
  const bool of_prices =
      fact.id == FactId::spot_to_on_demand_ratio || fact.id == FactId::break_even_hours_per_year;
  return of_prices ? "the price at hand and the on-demand price beside it" : "";
}

bool is_stated_plainly(const facts::FactRef& ref) {
  return ref.bound == facts::Bound::point && ref.currency == core::Currency{} &&
         ref.label.empty() && facts::fact(ref.id).kind != facts::FactKind::text;
}

std::string assume_hint(std::string_view fact_name) {
  const auto ref = facts::find_fact(fact_name);
  if (!ref || !is_stated_plainly(*ref))
    return {};
  const auto& fact = facts::fact(ref->id);
  if (!calculated_from(fact).empty())
    return {};
  const bool yes_no = fact.kind == facts::FactKind::boolean;
  return fmt::format("--assume {}={}", fact_name, yes_no ? "yes" : "…");
}

} // namespace gpuplan::plan
