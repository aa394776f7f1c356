#include "plan/facts/fill.hpp"

namespace gpuplan::plan {

using core::BytesPerSecond;
using facts::FactId;

void fill_loading(facts::FactValues& values,
                  const workload::Workload& workload,
                  const Setup& setup,
                  std::int32_t hosts,
                  const StorageRead& storage) {
  constexpr auto k_fact = FactId::data_loading_ratio;
  if (workload.demand.kind != workload::JobKind::train)
    return values.set_unknown(k_fact, "does not apply to this kind of job");
  const auto& around = workload.around;
  if (!(around.bytes_per_unit > 0))
    return values.set_unknown(k_fact, "the bytes of a sample are not known: --data-size");
  if (!(setup.units_per_s > 0))
    return values.set_unknown(k_fact, "the rate of the job is not known");
  const BytesPerSecond needed{setup.units_per_s * around.bytes_per_unit};
  const double readers = static_cast<double>(setup.nodes) * hosts;
  values.set(k_fact,
             storage.rate_for(core::Bytes{around.dataset_bytes}, needed, readers)
                 .transform([&](BytesPerSecond given) { return needed / given; }));
}

} // namespace gpuplan::plan
