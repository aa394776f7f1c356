#include "plan/facts/fill.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::plan {
namespace {

using core::Known;
using facts::FactId;
using facts::FactValues;
using perf::TimePart;
using sizing::MemoryPart;

double gib_of(const sizing::MemoryEstimate& memory, MemoryPart part) {
  return core::to_gib(memory.part(part));
}

Known<core::Bytes> usable(const catalog::Accelerator* accelerator, const catalog::Shape& shape) {
  if (accelerator == nullptr)
    return shape.host_memory;
  if (shape.devices.is_whole())
    return accelerator->memory_usable;
  return accelerator->memory_usable.transform(
      [&](core::Bytes whole) { return whole * shape.devices.value(); });
}

void fill_memory(FactValues& values,
                 const catalog::Accelerator* accelerator,
                 const catalog::Shape& shape,
                 const Setup& setup) {
  const auto& memory = setup.memory;
  const double needed = core::to_gib(memory.device);
  values.set_range(
      FactId::memory_needed_gib, needed * memory.factor_low, needed, needed * memory.factor_high);
  values.set(FactId::memory_weights_gib,
             gib_of(memory, MemoryPart::weights) + gib_of(memory, MemoryPart::adapters) +
                 gib_of(memory, MemoryPart::gathered_layers));
  values.set(FactId::memory_gradients_gib, gib_of(memory, MemoryPart::gradients));
  values.set(FactId::memory_optimizer_gib, gib_of(memory, MemoryPart::optimizer));
  values.set(FactId::memory_activations_gib,
             gib_of(memory, MemoryPart::activations) + gib_of(memory, MemoryPart::logits));
  values.set(FactId::memory_kv_gib, gib_of(memory, MemoryPart::kv_cache));
  values.set(FactId::memory_other_gib,
             gib_of(memory, MemoryPart::workspace) + gib_of(memory, MemoryPart::reserve));
  const auto room = usable(accelerator, shape);
  if (!room) {
    values.set_unknown(FactId::memory_utilization, room.why_unknown());
    values.set_unknown(FactId::memory_fits, room.why_unknown());
    return;
  }
  const double share = memory.device / *room;
  values.set_range(
      FactId::memory_utilization, share * memory.factor_low, share, share * memory.factor_high);
  if (setup.fit == sizing::Fit::may_fit)
    values.set_unknown(FactId::memory_fits,
                       "the need is over by less than the estimate may be off");
  else
    values.set_flag(FactId::memory_fits,
                    setup.fit == sizing::Fit::fits || setup.fit == sizing::Fit::tight);
}

void fill_layout(FactValues& values, const catalog::Shape& shape, const Setup& setup) {
  const auto& layout = setup.layout;
  values.set_flag(FactId::layout_divides, true);
  values.set_text(FactId::sharding, to_string(layout.sharding));
  values.set_text(FactId::recomputation, to_string(layout.recompute));
  values.set(FactId::nodes, nodes_together(setup));
  values.set(FactId::gpus_total, shape.devices.value() * setup.nodes);
  values.set(FactId::replicas, layout.replicas);
  values.set(FactId::data_parallel, layout.data);
  values.set(FactId::tensor_parallel, layout.tensor);
  values.set(FactId::pipeline_parallel, layout.pipeline);
  values.set(FactId::context_parallel, layout.context);
  values.set(FactId::expert_parallel, layout.expert);
  values.set(FactId::micro_batch, layout.micro_batch);
  values.set(FactId::gradient_accumulation, layout.accumulation);
}

void fill_training_time(FactValues& values,
                        const workload::Workload& workload,
                        const Setup& setup) {
  const auto& estimate = setup.training;
  const double step = estimate.step.count();
  const double low = estimate.factor_low;
  const double high = estimate.factor_high;
  values.set_range(FactId::step_time_s, step * low, step, step * high);
  if (std::isfinite(estimate.mfu))
    values.set_range(FactId::mfu, estimate.mfu / high, estimate.mfu, estimate.mfu / low);
  else
    values.set_unknown(FactId::mfu, "nobody states the peak of the processor");
  const double rate = setup.units_per_s;
  const bool tokens = workload.demand.model.sample.flops_forward == 0;
  values.set_range(tokens ? FactId::throughput_tokens_s : FactId::throughput_samples_s,
                   rate / high,
                   rate,
                   rate / low);
  if (tokens && workload.demand.training.sequence > 0) {
    const auto samples = rate / static_cast<double>(workload.demand.training.sequence);
    values.set_range(FactId::throughput_samples_s, samples / high, samples, samples / low);
  }
  values.set_text(FactId::bottleneck, to_string(estimate.bottleneck));
  values.set_flag(FactId::measured, estimate.chip_measured);
  const double hours_per_step_second = core::to_hours(setup.run) / step;
  const auto part = [&](TimePart which) {
    return estimate.parts[static_cast<std::size_t>(which)].count();
  };
  const double data = part(TimePart::data_loading);
  const double communication = part(TimePart::tensor_parallel) + part(TimePart::expert_parallel) +
                               part(TimePart::context_parallel) +
                               part(TimePart::pipeline_transfer) + part(TimePart::sharding) +
                               part(TimePart::gradient_reduction);
  values.set(FactId::time_data_hours, data * hours_per_step_second);
  values.set(FactId::time_communication_hours, communication * hours_per_step_second);
  values.set(FactId::time_compute_hours, (step - communication - data) * hours_per_step_second);
}

void fill_replica(FactValues& values, const workload::Workload& workload, const Setup& setup) {
  const auto& replica = setup.replica;
  const double low = replica.factor_low;
  const double high = replica.factor_high;
  const auto rising = [&](FactId id, double value) {
    values.set_range(id, value * low, value, value * high);
  };
  const auto falling = [&](FactId id, double value) {
    values.set_range(id, value / high, value, value / low);
  };
  if (replica.tpot_ms > 0) {
    rising(FactId::ttft_ms, replica.ttft_ms);
    rising(FactId::tpot_ms, replica.tpot_ms);
  } else {
    for (const auto id : {FactId::ttft_ms, FactId::tpot_ms})
      values.set_unknown(id, "the network writes no tokens");
  }
  rising(FactId::latency_ms, replica.latency_ms);
  const auto replicas = static_cast<double>(setup.layout.replicas);
  falling(FactId::requests_s, replica.requests_s * replicas);
  if (workload.demand.model.sample.flops_forward == 0) {
    falling(FactId::throughput_tokens_s, replica.output_tokens_s * replicas);
  }
  falling(FactId::throughput_samples_s, replica.requests_s * replicas);
  falling(FactId::max_concurrency, replica.max_concurrency);
  // Requests that take longer are more at once, up to what there is room for.
  values.set_range(
      FactId::concurrency,
      replica.in_work * low,
      replica.in_work,
      std::max(replica.in_work, std::min(replica.in_work * high, replica.max_concurrency)));
  values.set(FactId::kv_capacity_tokens, replica.kv_capacity_tokens);
  values.set_text(FactId::bottleneck, replica.limited_by);
  values.set_flag(FactId::measured, replica.chip_measured && replica.measured_kind);
}

} // namespace

void fill_software(FactValues& values, const SoftwareAnswer& software) {
  values.set_flag(FactId::framework_supported, software.stack);
  values.set_flag(FactId::packing_supported, software.packing);
  values.set_text(FactId::packed, software.packed.empty() ? "none" : software.packed);
}

void fill_setup(FactValues& values,
                const workload::Workload& workload,
                const catalog::Accelerator* accelerator,
                const catalog::Shape& shape,
                const Setup& setup,
                std::string_view why_no_time) {
  values.set_text(FactId::precision, to_string(setup.compute));
  values.set_text(FactId::stack, to_string(setup.stack));
  if (accelerator != nullptr) {
    const auto& rate = accelerator->rate(setup.compute);
    values.set_flag(FactId::precision_supported, !rate.unsupported);
    values.set(FactId::gpu_dense_tflops, rate.dense.transform([](core::FlopsPerSecond value) {
      return value / core::tflops(1);
    }));
  } else {
    values.set_flag(FactId::precision_supported, true);
  }
  fill_layout(values, shape, setup);
  fill_memory(values, accelerator, shape, setup);
  if (!why_no_time.empty()) {
    for (const auto id : {FactId::time_hours,
                          FactId::step_time_s,
                          FactId::throughput_tokens_s,
                          FactId::throughput_samples_s,
                          FactId::mfu,
                          FactId::ttft_ms,
                          FactId::tpot_ms,
                          FactId::latency_ms,
                          FactId::requests_s}) {
      values.set_unknown(id, why_no_time);
    }
    return;
  }
  values.set(FactId::time_setup_hours, workload.around.setup_hours);
  if (setup.serving) {
    fill_replica(values, workload, setup);
  } else {
    fill_training_time(values, workload, setup);
  }
}

} // namespace gpuplan::plan
