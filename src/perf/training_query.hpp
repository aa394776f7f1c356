#pragma once

#include "perf/training_factors.hpp"
#include "perf/training_messages.hpp"
#include "perf/training_work.hpp"

namespace gpuplan::perf {

/// A demand as the time form sees it, the same on every chip.
struct TrainingNetwork {
  NetworkWork work;
  NetworkFactor factor;
};

/// What of a micro-batch the chip alone settles: its time on one device, and what a step adds.
/// Seconds, bytes.
struct DeviceTimes {
  double compute = 0; ///< parts of the kernels' time, which they add up to
  double attention = 0;
  double memory = 0;
  double held_back = 0;      ///< of `compute`: no run reaches more of the peak
  double launch = 0;         ///< of the host, against which the kernels run
  double device = 0;         ///< smooth maximum of kernels and launches
  double gathered_bytes = 0; ///< of one ring pass, all passes of sharded weights together
  double gradient_bytes = 0; ///< of one ring pass, both passes of the reduction together
  double ring_messages = 0;  ///< whose latency counts in a ring
  double optimizer = 0;      ///< s, unsharded
  double offload = 0;        ///< s, unsharded: gradients to the host and weights back
};

/// Times of one micro-batch on one device, settled by tensor, pipeline, context and expert degrees,
/// recomputation and micro-batch.
struct MicroBatchTimes : DeviceTimes {
  MicroBatchLayout layout;
  MicroBatchMessages messages;
};

/// What varies per candidate once the micro-batch is settled.
struct StepLayout {
  double data = 1;
  double accumulation = 1;
  workload::Sharding sharding = workload::Sharding::none;
  bool offload_optimizer = false;
};

StepLayout step_layout(const workload::Layout& layout);

/// A demand on a shape, ready for layouts. `micro_batch` once per (tensor, pipeline, context,
/// expert, recomputation, micro-batch), `step` for every data-parallel degree: a few additions, no
/// allocation.
///
/// With n devices, M micro-batches, b = (p-1)/(v M) the bubble, j the straggler term:
///   t_step = (1 + j log2 n) [M (1 + b) t_mb + x_dp + t_opt + t_fix]
///   t_mb   = t_dev + messages; under FSDP/ZeRO-3 smooth_max(that, t_fs) + φ t_fs, where t_fs
///            gathers the weights forward and backward and scatters the gradients
///   t_dev  = smooth_max(t_gpu, launches)
///   t_gpu  = w era / (G s) [F/(e P) + F_a/(e_a a P16) + Q/(e_bw BW)], at least F/P without
///            recomputation; G chip, s software, w network factor, a attention of the software
///   x_dp   = smooth_max(0.6 t_mb, t_ar) - 0.6 t_mb + 0.5 o t_ar, the reduction that the backward
///            pass of the last micro-batch cannot hide
class TrainingQuery {
public:
  [[nodiscard]] core::Known<MicroBatchTimes> micro_batch(const MicroBatchLayout& layout) const;

  /// The two parts of a micro-batch: `device_times` are those of every shape with as much of the
  /// same chip, which leaves the messages to each.
  [[nodiscard]] DeviceTimes device_times(const MicroBatchLayout& layout) const;
  [[nodiscard]] core::Known<MicroBatchTimes> micro_batch(const MicroBatchLayout& layout,
                                                         const DeviceTimes& device) const;

  /// Below the time of a step whatever its links and its sharding; costs a few multiplications.
  [[nodiscard]] double step_at_least(const MicroBatchTimes& times, const StepLayout& layout) const;

  /// Seconds of a step. Unknown where the group needs a link whose rate is not known.
  [[nodiscard]] core::Known<core::Seconds> step(const MicroBatchTimes& times,
                                                const StepLayout& layout) const;

  /// The step by part, and everything else an estimate holds.
  [[nodiscard]] core::Known<TrainingEstimate> estimate(const MicroBatchTimes& times,
                                                       const StepLayout& layout) const;

  // What `explain` shows; all settled by `prepare`.
  [[nodiscard]] MicroBatchWork work(const MicroBatchLayout& layout) const;

  [[nodiscard]] const NetworkWork& network() const { return network_; }

  [[nodiscard]] const LinkRates& links() const { return links_; }

  struct Rates {
    double peak = 0;       ///< FLOP/s of the compute format, of the share of a chip that is sold
    double half_peak = 0;  ///< the one attention runs at
    double bandwidth = 0;  ///< B/s, nominal
    double efficiency = 1; ///< of `peak`
    double attention = 1;  ///< of `half_peak`, the software's share included
    double most = 1;       ///< of `peak` that all kernels together reach
    double bound = 1;      ///< of `peak` that no range passes
    double products = 1;   ///< of `peak`: efficiency ÷ scale, which for transformers is at most 1
    double scale = 1;      ///< network × era ÷ (chip × software)
    ChipFactor chip;
    double software = 1;
    double era = 1;
    double launch_s = 0; ///< of a layer
    double fixed_s = 0;  ///< of a step
    NetworkFactor network;
    double straggler = 0;
  };

  [[nodiscard]] const Rates& rates() const { return rates_; }

  /// How much longer a step takes since devices wait for their slowest; at least 1.
  [[nodiscard]] double slower(double devices) const;

private:
  friend class TrainingModel;

  struct Composition; ///< of a step, before it is spread over parts
  [[nodiscard]] core::Known<Composition> compose(const MicroBatchTimes& times,
                                                 const StepLayout& layout) const;
  void spread(const MicroBatchTimes& times,
              const Composition& step,
              std::array<core::Seconds, k_time_parts>& parts) const;

  const TrainingModel::Coefficients* coefficients_ = nullptr;
  const TrainingModel::Coefficients::Stack* stack_ = nullptr;
  NetworkWork network_;
  LinkRates links_;
  Rates rates_;
  double units_per_sample_ = 1;
  double flops_per_unit_ = 0;
  double units_total_ = 0;
  std::optional<DataFeed> feed_;
};

/// Bytes a second that an estimate would read if nothing held it up, over what storage delivers.
/// The same before and after `wait_for_data`.
double loading_ratio(const TrainingEstimate& estimate, const DataFeed& feed);

/// Slows an estimate down to what storage delivers: data is read beside the step, so a step that
/// reads takes the longer of the two. Of all steps a share reads from storage, the others from
/// local disks where these keep the data, or not at all:
///   t = t_step + share × max(0, bytes of a step ÷ rate − t_step)
///              + (1 − share) × max(0, bytes of a step ÷ kept_rate − t_step).
/// What it takes more is the part `data_loading`. Where every step waits, storage is then the
/// bottleneck, however short that part: nothing else would make the step shorter. The range stays
/// that of the step.
void wait_for_data(TrainingEstimate& estimate,
                   const DataFeed& feed,
                   const TrainingModel::Coefficients& coefficients,
                   double units_total);

/// Share of a run of that many hours of steps that is steps, the rest being restarts, evaluation
/// and stalls: falls from 1 in a straight line to the measured share of runs of weeks.
double training_goodput(const TrainingModel::Coefficients& coefficients, double hours);

} // namespace gpuplan::perf
