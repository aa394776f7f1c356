#include "cost/bill.hpp"

#include "cost/amounts.hpp"

namespace gpuplan::cost {

void Bill::add_time(LineKind kind, core::Money hourly, std::int64_t instance_milliseconds) {
  if (instance_milliseconds <= 0)
    return;
  const auto amount = times_hours(hourly, core::Milliseconds{instance_milliseconds});
  if (!amount) {
    spoil();
    return;
  }
  add({.kind = kind,
       .unit = LineUnit::instance_hours,
       .quantity = core::to_hours(core::Milliseconds{instance_milliseconds}),
       .rate = hourly,
       .amount = *amount});
}

void Bill::add(const BillLine& line) {
  const auto next = sum(total_, line.amount);
  if (!next) {
    spoil();
    return;
  }
  total_ = *next;
  if (lines_ != nullptr)
    lines_->push_back(line);
}

core::Known<core::Money> Bill::total() const {
  if (!fits_)
    return core::Unknown{"more than an amount can hold (9.2 thousand million)"};
  return total_;
}

} // namespace gpuplan::cost
