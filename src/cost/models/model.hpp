#pragma once

#include "cost/bill.hpp"
#include "cost/rates.hpp"

#include <array>

namespace gpuplan::cost {

/// The use of one instance as a model sees it: within the limits that keep all arithmetic exact.
struct Work {
  core::Milliseconds setup{0};
  core::Milliseconds run{0};
  core::Milliseconds evaluation{0};
  core::Milliseconds writing{0}; ///< checkpoints of a run that nothing interrupts
  double retries = 0;

  /// One attempt from start to result.
  [[nodiscard]] core::Milliseconds attempt() const { return setup + run + writing + evaluation; }

  /// Expected time of the repeats of something, rounded half-even.
  [[nodiscard]] core::Milliseconds repeats(core::Milliseconds once) const;

  [[nodiscard]] core::Milliseconds repeated() const { return repeats(setup + run + writing); }

  [[nodiscard]] core::Milliseconds wall() const { return attempt() + repeated(); }
};

/// Serving takes a month of `run` and nothing else. Unknown where the use is longer than a hundred
/// years, more than a million nodes, or no number.
core::Known<Work> work_of(const Usage& usage);

/// Hours that one checkpoint takes.
struct CheckpointTime {
  double moving = 0; ///< its bytes, to write or to read
  double write = 0;  ///< for which the job stops to write it: its bytes and what any stop takes
};

core::Known<CheckpointTime> checkpoint_time(const CostSettings& settings, const Usage& usage);

/// What writing the checkpoints a job asks for takes on terms that are not interrupted: nothing
/// where it states no interval or has nothing to write. On spot they are part of the interruptions.
core::Known<core::Milliseconds> writing_time(const CostSettings& settings, const Usage& usage);

/// The work with that time in it; unknown where it gets too long.
core::Known<Work> with_writing(Work work, const core::Known<core::Milliseconds>& writing);

struct SpotRun;

struct Case {
  const Rates& rates;
  const Usage& usage;
  core::Money hourly;
  Work work;
  const core::Known<SpotRun>* spot = nullptr; ///< where it was worked out before

  /// The time of all instances for a time of one.
  [[nodiscard]] std::int64_t instances(core::Milliseconds time) const {
    return usage.nodes * time.count();
  }
};

/// What a quote says beside its lines.
struct Extras {
  std::optional<SpotOutlook> spot;
  std::optional<CommitmentOutlook> commitment;
  core::Known<core::Money> paid_at_start;
  core::Known<core::Money> monthly;
  std::vector<LeftOut> left_out;
  std::vector<std::string> notes;
};

/// A cost model: charges machines for a use and answers the wall time, or why there is no price.
/// `extras` is null where the total alone is wanted; it never changes the bill.
using Model = core::Known<core::Milliseconds> (*)(const Case& use, Bill& bill, Extras* extras);

/// One model per purchase option, in the order of the enum.
extern const std::array<Model, catalog::k_purchase_options> k_models;

/// The longest time that is priced, a hundred years: far above any plan, it keeps
/// nodes × milliseconds in 64 bits.
constexpr core::Milliseconds k_longest_time = std::chrono::hours{876'000};

/// Whether only the time in use is paid, not a term or a block.
constexpr bool billed_by_time(catalog::PurchaseOption option) {
  using catalog::PurchaseOption;
  return option == PurchaseOption::on_demand || option == PurchaseOption::spot ||
         option == PurchaseOption::flex_start;
}

/// Time billed for one start of an instance: max(minimum, ⌈time ÷ increment⌉ · increment); nothing
/// for no time.
core::Milliseconds billable(core::Milliseconds time, const BillingStep& step);

/// Compute, set-up, evaluation, checkpoints and retries of a use that is billed by time. What
/// rounding adds is part of compute. Answers the time charged, of all instances.
std::int64_t charge_time(const Case& use, const BillingStep& step, Bill& bill);

/// For terms that bill no steps: the hours themselves.
constexpr BillingStep k_exact_time{};

/// An hourly rate for a stated number of hours a month, all nodes; unknown without one.
core::Known<core::Money> monthly_at(const Case& use, double factor);

} // namespace gpuplan::cost
