#pragma once

#include "core/ensure.hpp"
#include "core/known.hpp"
#include "cost/quote.hpp"

#include <optional>
#include <vector>

namespace gpuplan::cost {

enum class LineUnit : std::uint8_t { instance_hours, gb_months, gb };

/// A line before it has words. At most one of a kind.
struct BillLine {
  LineKind kind = LineKind::compute;
  LineUnit unit = LineUnit::instance_hours;
  double quantity = 0;
  std::optional<core::Money> rate;
  core::Money amount;
};

/// Adds up what a cost model charges. With a place to keep them the lines are kept as well; the sum
/// is the same either way, so the fast path cannot differ from the quote.
class Bill {
public:
  explicit Bill(core::Currency currency, std::vector<BillLine>* lines = nullptr)
      : currency_(currency),
        lines_(lines) {}

  /// hourly, in the currency of the bill, × the time of all instances, rounded half-even. No line
  /// for no time.
  void add_time(LineKind kind, core::Money hourly, std::int64_t instance_milliseconds) {
    if (instance_milliseconds <= 0)
      return;
    const core::Milliseconds time{instance_milliseconds};
    const auto nanos = core::nanos_times_hours(hourly.nanos(), time);
    if (!nanos)
      return spoil();
    add_nanos(*nanos);
    if (lines_ != nullptr)
      keep_time(kind, hourly, time, *nanos);
  }

  /// An amount in the currency of the bill; another one is a broken invariant.
  void add(const BillLine& line) {
    GPUPLAN_ENSURE(line.amount.currency() == currency_);
    add_nanos(line.amount.nanos());
    if (lines_ != nullptr)
      keep(line);
  }

  /// An amount that did not fit: the total becomes unknown.
  void spoil() { fits_ = false; }

  [[nodiscard]] core::Known<core::Money> total() const;

  [[nodiscard]] core::Currency currency() const { return currency_; }

private:
  void keep(const BillLine& line);
  void keep_time(LineKind kind, core::Money hourly, core::Milliseconds time, std::int64_t nanos);

  void add_nanos(std::int64_t nanos) {
    if (__builtin_add_overflow(nanos_, nanos, &nanos_))
      spoil();
  }

  std::int64_t nanos_ = 0; ///< a bare sum: its currency was checked when a line came in
  core::Currency currency_;
  bool fits_ = true;
  std::vector<BillLine>* lines_;
};

} // namespace gpuplan::cost
