#include "sizing/less_memory.hpp"

#include "workload/model/model_arithmetic.hpp"

#include <algorithm>
#include <optional>

namespace gpuplan::sizing {

namespace {

using workload::Demand;
using workload::Layout;
using workload::Method;
using workload::Optimizer;
using workload::Recompute;
using workload::Sharding;
using workload::WeightFormat;

/// A job with one change; nothing where the change does not apply.
struct Job {
  Demand demand;
  Layout layout;
};

using Change = std::optional<Job> (*)(const Demand& demand, const Layout& layout);

std::optional<Job> with_method(const Demand& demand, const Layout& layout, Method method) {
  Job job{demand, layout};
  auto& training = job.demand.training;
  if (!is_transformer(demand.model) || training.method >= method)
    return std::nullopt;
  training.method = method;
  if (!training.adapter) {
    training.adapter = workload::Adapter{};
    training.adapter->parameters = workload::adapter_parameters(
        demand.model, training.adapter->rank, workload::AdapterTargets::all_linear);
  }
  return job;
}

std::optional<Job> with_weights(const Demand& demand, const Layout& layout, WeightFormat format) {
  Job job{demand, layout};
  if (demand.serving.weights == format)
    return std::nullopt;
  job.demand.serving.weights = format;
  job.demand.serving.weight_bytes = 0;
  return job;
}

struct NamedChange {
  std::string_view name;
  std::string_view change;
  Change apply;
};

constexpr NamedChange k_training_changes[] = {
    {"lora",
     "method=lora",
     [](const Demand& d, const Layout& l) { return with_method(d, l, Method::lora); }},
    {"qlora",
     "method=qlora",
     [](const Demand& d, const Layout& l) { return with_method(d, l, Method::qlora); }},
    {"adamw-8bit",
     "optimizer=adamw-8bit",
     [](const Demand& d, const Layout& l) -> std::optional<Job> {
       Job job{d, l};
       job.demand.training.optimizer = Optimizer::adamw_8bit;
       return job;
     }},
    {"recompute",
     "recompute=full",
     [](const Demand& d, const Layout& l) -> std::optional<Job> {
       Job job{d, l};
       job.layout.recompute = Recompute::full;
       return job;
     }},
    {"shard everything",
     "sharding=full",
     [](const Demand& d, const Layout& l) -> std::optional<Job> {
       Job job{d, l};
       job.layout.sharding = Sharding::full;
       return l.data > 1 ? std::optional{job} : std::nullopt;
     }},
    {"micro-batch 1",
     "batch.micro=1",
     [](const Demand& d, const Layout& l) -> std::optional<Job> {
       Job job{d, l};
       job.layout.cut(l.share(), 1);
       return job;
     }},
    {"fused attention",
     "attention=fused",
     [](const Demand& d, const Layout& l) -> std::optional<Job> {
       Job job{d, l};
       job.demand.training.fused_attention = true;
       return job;
     }},
};

constexpr NamedChange k_serving_changes[] = {
    {"fp8 weights",
     "precision=fp8",
     [](const Demand& d, const Layout& l) { return with_weights(d, l, WeightFormat::fp8); }},
    {"int4 weights",
     "precision=int4",
     [](const Demand& d, const Layout& l) { return with_weights(d, l, WeightFormat::awq_int4); }},
    {"8-bit cache",
     "precision.kv=fp8",
     [](const Demand& d, const Layout& l) -> std::optional<Job> {
       Job job{d, l};
       auto& serving = job.demand.serving;
       if (serving.kv_bytes_per_element <= 1)
         return std::nullopt;
       serving.kv_bytes_per_token /= serving.kv_bytes_per_element;
       serving.kv_bytes_window /= serving.kv_bytes_per_element;
       serving.kv_bytes_per_element = 1;
       return job;
     }},
};

} // namespace

std::vector<MemorySaving> less_memory(const MemoryModel& model,
                                      const Demand& demand,
                                      const Layout& layout,
                                      double kv_tokens) {
  constexpr double k_worth_naming = 0.01;
  std::vector<MemorySaving> savings;
  const auto now = model.estimate(demand, layout, kv_tokens);
  if (!now)
    return savings;
  const bool trains = demand.kind == workload::JobKind::train;
  const std::span<const NamedChange> changes =
      trains ? std::span<const NamedChange>{k_training_changes}
             : std::span<const NamedChange>{k_serving_changes};
  for (const auto& change : changes) {
    const auto job = change.apply(demand, layout);
    if (!job)
      continue;
    const auto then = model.estimate(job->demand, job->layout, kv_tokens);
    if (!then)
      continue;
    const auto saved = now->device - then->device;
    if (saved / now->device >= k_worth_naming)
      savings.push_back(
          {.name = change.name, .change = change.change, .device = then->device, .saved = saved});
  }
  std::sort(savings.begin(), savings.end(), [](const auto& a, const auto& b) {
    return a.saved > b.saved || (a.saved == b.saved && a.name < b.name);
  });
  return savings;
}

} // namespace gpuplan::sizing
