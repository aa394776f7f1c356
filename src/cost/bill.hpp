#pragma once

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
      : total_(0, currency),
        lines_(lines) {}

  /// hourly × the time of all instances, rounded half-even. No line for no time.
  void add_time(LineKind kind, core::Money hourly, std::int64_t instance_milliseconds);

  void add(const BillLine& line);

  /// An amount that did not fit: the total becomes unknown.
  void spoil() { fits_ = false; }

  [[nodiscard]] core::Known<core::Money> total() const;

  [[nodiscard]] core::Currency currency() const { return total_.currency(); }

private:
  core::Money total_;
  bool fits_ = true;
  std::vector<BillLine>* lines_;
};

} // namespace gpuplan::cost
