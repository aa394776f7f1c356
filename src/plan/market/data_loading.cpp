#include "plan/market/data_loading.hpp"

#include "perf/training_query.hpp"

namespace gpuplan::plan {

using core::BytesPerSecond;
using core::Unknown;

DataLoading loading_of(const workload::Workload& job,
                       const Setup& setup,
                       std::int32_t hosts,
                       const StorageRead& storage) {
  if (job.demand.kind != workload::JobKind::train)
    return {.ratio = Unknown{"does not apply to this kind of job"}};
  const auto& around = job.around;
  if (!(around.bytes_per_unit > 0))
    return {.ratio = Unknown{"the bytes of a sample are not known: --data-size"}};
  if (!(setup.training.units_per_s > 0))
    return {.ratio = Unknown{"the rate of the job is not known"}};
  const double readers = static_cast<double>(setup.nodes) * hosts;
  const core::Bytes data{around.dataset_bytes};
  DataLoading loading{.feed = {.bytes_per_unit = around.bytes_per_unit, .rate = BytesPerSecond{1}}};
  const BytesPerSecond needed{perf::loading_ratio(setup.training, loading.feed)};
  const double read_in_all = job.demand.training.units_total * around.bytes_per_unit;
  const bool in_memory = storage.keeps(data);
  const bool is_kept = (in_memory || storage.keeps_on_disk(data)) && data.count() < read_in_all;
  if (is_kept)
    loading.feed.share = data.count() / read_in_all;
  if (is_kept && !in_memory) {
    loading.feed.kept_rate = *storage.local * readers;
    loading.is_disk_assumed = storage.local_assumed;
  }
  // For the first epoch alone what any storage gives will do: no guess is needed.
  const auto rate = is_kept ? core::Known<BytesPerSecond>{storage.sure_rate(readers)}
                            : storage.rate_for(needed, readers);
  if (!rate) {
    loading.is_doubtful = true;
    loading.ratio = Unknown{rate.why_unknown()};
    return loading;
  }
  loading.feed.rate = *rate;
  const auto& later = loading.feed.kept_rate;
  loading.ratio = loading.feed.share * (needed / *rate) +
                  (later ? (1 - loading.feed.share) * (needed / *later) : 0);
  loading.is_slow = needed > *rate || (later && needed > *later);
  loading.is_doubtful = !is_kept && !storage.remote && *loading.ratio > 1;
  return loading;
}

Setup slowed_by_data(const perf::TrainingModel& model,
                     const workload::Workload& job,
                     Setup setup,
                     const perf::DataFeed& feed) {
  set_training(setup, model.fed(setup.training, job.demand, feed), job.demand.training.units_total);
  return setup;
}

void set_training(Setup& setup, const perf::TrainingEstimate& estimate, double units_total) {
  setup.training = estimate;
  setup.units_per_s = estimate.units_per_s * estimate.goodput;
  setup.run = core::to_milliseconds(core::Seconds{units_total / setup.units_per_s});
}

} // namespace gpuplan::plan
