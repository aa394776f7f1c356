#include "cost/bill.hpp"

namespace gpuplan::cost {

void Bill::keep_time(LineKind kind,
                     core::Money hourly,
                     core::Milliseconds time,
                     std::int64_t nanos) {
  lines_->push_back({.kind = kind,
                     .unit = LineUnit::instance_hours,
                     .quantity = core::to_hours(time),
                     .rate = hourly,
                     .amount = core::Money{nanos, currency_}});
}

void Bill::keep(const BillLine& line) {
  lines_->push_back(line);
}

core::Known<core::Money> Bill::total() const {
  if (!fits_)
    return core::Unknown{"more than an amount can hold (9.2 thousand million)"};
  return core::Money{nanos_, currency_};
}

} // namespace gpuplan::cost
