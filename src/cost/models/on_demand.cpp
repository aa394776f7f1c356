#include "cost/models/on_demand.hpp"

namespace gpuplan::cost {

core::Known<core::Milliseconds> price_on_demand(const Case& use, Bill& bill, Extras* extras) {
  charge_time(use, use.rates.step, bill);
  if (extras != nullptr) {
    extras->paid_at_start = core::Money{0, bill.currency()};
    extras->monthly = monthly_at(use, 1);
    if (use.rates.option == catalog::PurchaseOption::flex_start)
      extras->notes.emplace_back("starts when there is room: the wait before it is not estimated");
  }
  return use.work.wall();
}

} // namespace gpuplan::cost
