#pragma once

#include "perf/training.hpp"
#include "plan/market/storage_rates.hpp"
#include "plan/setup.hpp"
#include "workload/workload.hpp"

namespace gpuplan::plan {

/// What reading its data asks of the storage of the machines a setup runs on. Every unit is read
/// once an epoch; where host memory keeps the data, or else local disks do, it comes from storage
/// in the first epoch alone. Decoding is not counted: no source states a rate of it.
struct DataLoading {
  perf::DataFeed feed;          ///< holds where `ratio` is known
  core::Known<double> ratio;    ///< bytes a second it would read, nothing holding it up, over the
                                ///< rate; the mean over all epochs
  bool is_disk_assumed = false; ///< the rate of local disks that keep it is taken from their size
  bool is_slow = false;         ///< steps that read wait
  bool is_doubtful =
      false; ///< no source states the rate, and not any storage would do: unconfirmed
};

/// Of training on `nodes` machines of `hosts` hosts each; unknown for other jobs.
DataLoading loading_of(const workload::Workload& job,
                       const Setup& setup,
                       std::int32_t hosts,
                       const StorageRead& storage);

/// The setup as it runs where storage is slower than its devices: time, rate and bottleneck are
/// those of the data.
Setup slowed_by_data(const perf::TrainingModel& model,
                     const workload::Workload& job,
                     Setup setup,
                     const perf::DataFeed& feed);

/// The time of the whole job as an estimate of its steps says.
void set_training(Setup& setup, const perf::TrainingEstimate& estimate, double units_total);

} // namespace gpuplan::plan
