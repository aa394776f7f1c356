#pragma once

#include "facts/fact.hpp"

#include <array>

namespace gpuplan::facts {
namespace table {

using enum FactId;

constexpr Fact number(FactId id,
                      std::string_view name,
                      std::string_view unit,
                      std::uint8_t decimals,
                      Stage stage,
                      std::string_view definition) {
  return {.id = id,
          .name = name,
          .unit = unit,
          .kind = FactKind::number,
          .stage = stage,
          .decimals = decimals,
          .definition = definition};
}

/// A number with a range: `_low` and `_high` exist beside it.
constexpr Fact estimated(FactId id,
                         std::string_view name,
                         std::string_view unit,
                         std::uint8_t decimals,
                         Stage stage,
                         std::string_view definition) {
  Fact fact = number(id, name, unit, decimals, stage, definition);
  fact.has_range = true;
  return fact;
}

constexpr Fact text(FactId id, std::string_view name, Stage stage, std::string_view definition) {
  Fact fact = number(id, name, {}, 0, stage, definition);
  fact.kind = FactKind::text;
  return fact;
}

constexpr Fact flag(FactId id, std::string_view name, Stage stage, std::string_view definition) {
  Fact fact = number(id, name, {}, 0, stage, definition);
  fact.kind = FactKind::boolean;
  return fact;
}

} // namespace table

// clang-format off
/// Name, unit, decimals in print, stage and definition of every fact, in the order of `FactId`.
/// A unit `share` is a ratio that is printed in percent.
constexpr auto k_fact_table = [] { // NOLINT(readability-function-size): a table
  using namespace table;
  return std::to_array<Fact>({
    // shape
    text(accelerator, "accelerator", Stage::shape, "id of the chip in the catalog"),
    text(accelerator_class, "accelerator_class", Stage::shape,
           "data-centre, workstation, consumer, inference, tpu or another class of the catalog"),
    text(vendor, "vendor", Stage::shape, "who makes the chip"),
    text(architecture, "architecture", Stage::shape,
           "generation of the chip, such as ampere or hopper"),
    text(link_kind, "link_kind", Stage::shape,
           "how devices of one link domain are joined: nvlink, xgmi, ici, pcie"),
    text(cpu_arch, "cpu_arch", Stage::shape, "instruction set of the host, such as x86_64"),
    number(gpu_count, "gpu_count", "", 3, Stage::shape,
           "devices per instance as the driver shows them; a fraction where a slice is sold"),
    number(gpu_memory_gib, "gpu_memory_gib", "GiB", 1, Stage::shape,
           "memory of one device, nominal"),
    number(gpu_memory_usable_gib, "gpu_memory_usable_gib", "GiB", 1, Stage::shape,
           "memory of one device that a job can allocate"),
    number(gpu_memory_total_gib, "gpu_memory_total_gib", "GiB", 1, Stage::shape,
           "nominal memory of all devices of one instance"),
    number(gpu_memory_bandwidth_gb_s, "gpu_memory_bandwidth_gb_s", "GB/s", 0, Stage::shape,
           "memory bandwidth of one device"),
    number(gpu_dense_tflops, "gpu_dense_tflops", "TFLOP/s", 1, Stage::shape,
           "dense rate of one device in the number format of the job"),
    number(gpu_power_w, "gpu_power_w", "W", 0, Stage::shape, "board power limit of one device"),
    number(compute_capability, "compute_capability", "", 1, Stage::shape,
           "CUDA compute capability, such as 8.9"),
    flag(ecc, "ecc", Stage::shape, "the device memory corrects errors"),
    flag(tensor_cores, "tensor_cores", Stage::shape,
           "the chip has matrix units for 16-bit formats"),
    flag(mig, "mig", Stage::shape, "the chip can be split into isolated slices"),
    number(vcpus, "vcpus", "", 0, Stage::shape, "virtual CPUs of one instance"),
    number(host_memory_gib, "host_memory_gib", "GiB", 0, Stage::shape,
           "host memory of one instance"),
    number(local_nvme_gib, "local_nvme_gib", "GiB", 0, Stage::shape,
           "local NVMe storage of one instance"),
    number(hosts, "hosts", "", 0, Stage::shape,
           "host machines that one instance spans; above 1 for large TPU slices"),
    number(network_gbps, "network_gbps", "Gbit/s", 0, Stage::shape,
           "what multi-node training gets per host: the fabric where there is one, else Ethernet"),
    flag(rdma, "rdma", Stage::shape,
           "hosts are joined by a fabric with remote direct memory access"),
    number(link_gb_s, "link_gb_s", "GB/s", 0, Stage::shape,
           "rate of one device to the others of its link domain, both directions"),
    number(link_domain_gpus, "link_domain_gpus", "", 0, Stage::shape,
           "devices joined by fast links: 72 in an NVL72 rack, 8 on an HGX board, 1 over PCIe"),
    number(pcie_gen, "pcie_gen", "", 0, Stage::shape,
           "generation of PCI Express between host and device"),
    // job
    text(model, "model", Stage::job, "id of the model"),
    text(family, "family", Stage::job, "family of the model, which decides its formulas"),
    text(kind, "kind", Stage::job, "train, serve or batch-inference"),
    text(method, "method", Stage::job, "full, lora or qlora"),
    text(precision, "precision", Stage::job, "number format of the computation"),
    text(stack, "stack", Stage::job, "software that runs the job; sets the efficiency class"),
    text(label, "label", Stage::job, "a label of the workload, as label.NAME"),
    flag(training, "training", Stage::job, "the job trains"),
    flag(serving, "serving", Stage::job, "the job answers requests as they come"),
    flag(batch, "batch", Stage::job, "the job runs inference over a stock of inputs"),
    number(params_total, "params_total", "", 0, Stage::job, "parameters of the model"),
    number(params_active, "params_active", "", 0, Stage::job,
           "parameters that take part in one token or sample"),
    number(params_trainable, "params_trainable", "", 0, Stage::job,
           "parameters that the job changes"),
    number(tokens_total, "tokens_total", "", 0, Stage::job,
           "tokens that the job processes, all epochs"),
    number(samples_total, "samples_total", "", 0, Stage::job,
           "samples that the job processes, all epochs"),
    number(sequence_length, "sequence_length", "", 0, Stage::job, "tokens in one sequence"),
    number(global_batch, "global_batch", "", 0, Stage::job,
           "sequences or samples in one optimizer step"),
    number(input_tokens, "input_tokens", "", 0, Stage::job,
           "tokens of a request before the first answer token"),
    number(output_tokens, "output_tokens", "", 0, Stage::job, "tokens that one request generates"),
    number(users, "users", "", 0, Stage::job, "users to be served at the same time"),
    number(request_rate_s, "request_rate_s", "requests/s", 2, Stage::job,
           "requests a second that must be served"),
    number(flops_total_eflop, "flops_total_eflop", "EFLOP", 2, Stage::job,
           "floating-point operations of the whole job, 10^18"),
    number(data_size_gb, "data_size_gb", "GB", 1, Stage::job, "size of the data read in one epoch"),
    number(checkpoint_size_gb, "checkpoint_size_gb", "GB", 1, Stage::job, "size of one checkpoint"),
    flag(mixed_precision, "mixed_precision", Stage::job,
           "the job computes in a format of 16 bits or fewer"),
    flag(can_resume, "can_resume", Stage::job, "the job can stop and go on from a checkpoint"),
    flag(has_deadline, "has_deadline", Stage::job, "a deadline was given"),
    flag(has_budget, "has_budget", Stage::job, "a budget was given"),
    flag(has_ttft_limit, "has_ttft_limit", Stage::job,
           "a limit of the time to first token was given"),
    flag(has_tpot_limit, "has_tpot_limit", Stage::job,
           "a limit of the time per output token was given"),
    flag(has_latency_limit, "has_latency_limit", Stage::job,
           "a limit of the request latency was given"),
    flag(has_request_rate, "has_request_rate", Stage::job, "a rate of requests was given"),
    flag(has_users, "has_users", Stage::job, "a number of users was given"),
    number(deadline_hours, "deadline_hours", "h", 1, Stage::job,
           "time from start until the job must be done"),
    number(budget_usd, "budget_usd", "USD", 2, Stage::job,
           "most that the job, or a month of serving, may cost"),
    number(ttft_limit_ms, "ttft_limit_ms", "ms", 0, Stage::job,
           "longest time to first token allowed, at the percentile asked for"),
    number(tpot_limit_ms, "tpot_limit_ms", "ms", 1, Stage::job,
           "longest time per output token allowed, at the percentile asked for"),
    number(latency_limit_ms, "latency_limit_ms", "ms", 0, Stage::job,
           "longest request latency allowed, at the percentile asked for"),
    number(project_duration_hours, "project_duration_hours", "h", 0, Stage::job,
           "how long the project will need such hardware"),
    number(hours_per_month, "hours_per_month", "h", 0, Stage::job,
           "hours a month in which the hardware is used"),
    flag(precision_supported, "precision_supported", Stage::job,
           "the chip has the number format that the job asks for"),
    flag(framework_supported, "framework_supported", Stage::job,
           "the software of the job runs on this chip"),
    // layout
    text(layout, "layout", Stage::layout, "the degrees of parallelism in short"),
    text(sharding, "sharding", Stage::layout,
           "what is sharded over data-parallel devices: none, optimizer, gradients, parameters"),
    text(recomputation, "recomputation", Stage::layout,
           "activations computed again in the backward pass: none, selective, full"),
    number(nodes, "nodes", "", 0, Stage::layout,
           "instances that work as one group; for serving, those of one replica"),
    number(gpus_total, "gpus_total", "", 3, Stage::layout, "devices of all instances and replicas"),
    number(replicas, "replicas", "", 0, Stage::layout, "independent copies of a served model"),
    number(data_parallel, "data_parallel", "", 0, Stage::layout, "data-parallel degree"),
    number(tensor_parallel, "tensor_parallel", "", 0, Stage::layout, "tensor-parallel degree"),
    number(pipeline_parallel, "pipeline_parallel", "", 0, Stage::layout, "pipeline stages"),
    number(context_parallel, "context_parallel", "", 0, Stage::layout, "context-parallel degree"),
    number(expert_parallel, "expert_parallel", "", 0, Stage::layout, "expert-parallel degree"),
    number(micro_batch, "micro_batch", "", 0, Stage::layout,
           "sequences or samples that one device computes at once"),
    number(gradient_accumulation, "gradient_accumulation", "", 0, Stage::layout,
           "micro-batches in one optimizer step of a device"),
    flag(layout_divides, "layout_divides", Stage::layout,
           "heads, widths, vocabulary, layers and experts divide by the degrees"),
    estimated(memory_needed_gib, "memory_needed_gib", "GiB", 1, Stage::layout,
           "peak memory per device"),
    estimated(memory_utilization, "memory_utilization", "share", 2, Stage::layout,
           "peak memory divided by the usable memory of one device"),
    flag(memory_fits, "memory_fits", Stage::layout,
           "peak memory is at most the usable memory, and all that decides it is known"),
    number(memory_weights_gib, "memory_weights_gib", "GiB", 1, Stage::layout, "weights per device"),
    number(memory_gradients_gib, "memory_gradients_gib", "GiB", 1, Stage::layout,
           "gradients per device"),
    number(memory_optimizer_gib, "memory_optimizer_gib", "GiB", 1, Stage::layout,
           "optimizer state per device, with a master copy of the weights"),
    number(memory_activations_gib, "memory_activations_gib", "GiB", 1, Stage::layout,
           "activations per device, with logits and loss"),
    number(memory_kv_gib, "memory_kv_gib", "GiB", 1, Stage::layout,
           "key and value cache per device"),
    number(memory_other_gib, "memory_other_gib", "GiB", 1, Stage::layout,
           "context, buffers and reserve per device"),
    number(kv_capacity_tokens, "kv_capacity_tokens", "", 0, Stage::layout,
           "tokens that the cache of one replica holds"),
    // estimate
    text(bottleneck, "bottleneck", Stage::estimate,
           "what limits the time: compute, memory, network, pipeline, data, latency"),
    flag(measured, "measured", Stage::estimate,
           "the efficiency comes from runs measured on this chip"),
    estimated(time_hours, "time_hours", "h", 1, Stage::estimate,
           "time from start to end of the job, with set-up"),
    number(time_compute_hours, "time_compute_hours", "h", 1, Stage::estimate,
           "part of the time spent computing"),
    number(time_communication_hours, "time_communication_hours", "h", 1, Stage::estimate,
           "part of the time spent in exposed communication"),
    number(time_data_hours, "time_data_hours", "h", 1, Stage::estimate,
           "part of the time spent waiting for data"),
    number(time_setup_hours, "time_setup_hours", "h", 2, Stage::estimate,
           "part of the time spent in set-up and start"),
    estimated(step_time_s, "step_time_s", "s", 3, Stage::estimate, "time of one optimizer step"),
    estimated(throughput_tokens_s, "throughput_tokens_s", "tokens/s", 0, Stage::estimate,
           "tokens a second of the whole job"),
    estimated(throughput_samples_s, "throughput_samples_s", "samples/s", 1, Stage::estimate,
           "samples a second of the whole job"),
    estimated(mfu, "mfu", "share", 2, Stage::estimate,
           "model FLOPs utilisation: useful operations divided by the dense rate of all devices"),
    estimated(scaling_efficiency, "scaling_efficiency", "share", 2, Stage::estimate,
           "throughput per device against that of the smallest layout"),
    estimated(data_loading_ratio, "data_loading_ratio", "", 2, Stage::estimate,
           "bytes a second that training reads divided by what storage gives its machines"),
    estimated(ttft_ms, "ttft_ms", "ms", 0, Stage::estimate,
           "time to first token, at the percentile asked for"),
    estimated(tpot_ms, "tpot_ms", "ms", 1, Stage::estimate,
           "time per output token, at the percentile asked for"),
    estimated(latency_ms, "latency_ms", "ms", 0, Stage::estimate,
           "time of a whole request, at the percentile asked for"),
    estimated(requests_s, "requests_s", "requests/s", 2, Stage::estimate,
           "requests a second that all replicas answer within the limits"),
    estimated(concurrency, "concurrency", "", 0, Stage::estimate,
           "requests in work at once in one replica"),
    // offer
    text(plan, "plan", Stage::offer, "reference of the plan: offer and number of nodes"),
    text(offer_id, "offer_id", Stage::offer,
           "provider/type@region, with zone and terms where needed"),
    text(provider, "provider", Stage::offer, "id of the provider"),
    text(instance_type, "instance_type", Stage::offer, "the provider's name of the instance type"),
    text(region, "region", Stage::offer, "the provider's name of the region"),
    text(zone, "zone", Stage::offer, "the provider's name of the zone"),
    text(country, "country", Stage::offer, "country of the region, ISO 3166"),
    text(host_tier, "host_tier", Stage::offer, "hyperscaler, cloud or community"),
    text(terms, "terms", Stage::offer,
           "on-demand, spot, reserved, capacity-block, flex-start or package; reserved stands "
           "for savings-plan and committed-use too"),
    text(option, "option", Stage::offer,
           "the purchase option by its own name, such as savings-plan"),
    text(payment, "payment", Stage::offer,
           "what is paid ahead: none, partial, all, monthly, unstated"),
    text(quota_state, "quota_state", Stage::offer,
           "not-offered, unknown, too-small or enough; never a promise of capacity"),
    flag(interruptible, "interruptible", Stage::offer, "the provider may take the instance back"),
    flag(owned, "owned", Stage::offer, "the capacity is the buyer's own"),
    flag(place_allowed, "place_allowed", Stage::offer,
           "the region lies where the data and the policy allow"),
    flag(provider_allowed, "provider_allowed", Stage::offer,
           "the provider and host tier are allowed"),
    flag(price_dated, "price_dated", Stage::offer, "the date of the price is known"),
    flag(price_outlying, "price_outlying", Stage::offer,
           "the price lies far from others of the same hardware and terms"),
    number(price_hourly_usd, "price_hourly_usd", "USD/h", 4, Stage::offer,
           "price of one instance on the terms at hand"),
    number(price_gpu_hourly_usd, "price_gpu_hourly_usd", "USD/h", 4, Stage::offer,
           "price of one device on the terms at hand"),
    number(price_on_demand_usd, "price_on_demand_usd", "USD/h", 4, Stage::offer,
           "price of the same instance on demand in the same place"),
    number(upfront_usd, "upfront_usd", "USD", 2, Stage::offer,
           "what is paid at the start of the term for one instance"),
    number(price_age_days, "price_age_days", "days", 0, Stage::offer,
           "days from the date of the price to the date of the plan"),
    number(spot_to_on_demand_ratio, "spot_to_on_demand_ratio", "share", 2, Stage::offer,
           "spot price divided by on-demand price of the same instance and place"),
    number(spot_to_on_demand_ratio_highest, "spot_to_on_demand_ratio_highest", "share", 2, Stage::offer,
           "the highest such ratio on record"),
    number(interruptions_monthly, "interruptions_monthly", "share", 2, Stage::offer,
           "expected interruptions of one instance a month"),
    number(term_hours, "term_hours", "h", 0, Stage::offer, "length of the commitment"),
    number(break_even_hours_per_year, "break_even_hours_per_year", "h", 0, Stage::offer,
           "hours of use a year above which the commitment is cheaper than on demand"),
    // quote
    flag(within_budget, "within_budget", Stage::quote,
           "the job, or a month of serving, costs no more than the budget, in whichever currency it "
           "is stated"),
    estimated(cost_total_usd, "cost_total_usd", "USD", 2, Stage::quote, "cost of the whole job"),
    estimated(cost_monthly_usd, "cost_monthly_usd", "USD/month", 2, Stage::quote,
           "cost of one month"),
    estimated(cost_per_million_tokens_usd, "cost_per_million_tokens_usd", "USD", 4, Stage::quote,
           "cost of a million tokens"),
    estimated(cost_per_thousand_samples_usd, "cost_per_thousand_samples_usd", "USD", 4, Stage::quote,
           "cost of a thousand samples"),
    estimated(cost_list_usd, "cost_list_usd", "USD", 2, Stage::quote, "cost at list prices"),
    estimated(cost_cash_usd, "cost_cash_usd", "USD", 2, Stage::quote,
           "what leaves the account, after discounts, credits and what is owned or committed"),
    estimated(cost_effective_usd, "cost_effective_usd", "USD", 2, Stage::quote,
           "cost with commitments spread over what they cover"),
    estimated(cost_compute_usd, "cost_compute_usd", "USD", 2, Stage::quote,
           "part of the cost for instances"),
    estimated(cost_storage_usd, "cost_storage_usd", "USD", 2, Stage::quote,
           "part of the cost for storage"),
    estimated(cost_transfer_usd, "cost_transfer_usd", "USD", 2, Stage::quote,
           "part of the cost for data transfer"),
    estimated(spot_overhead_ratio, "spot_overhead_ratio", "share", 3, Stage::quote,
           "expected time lost to interruptions and checkpoints, divided by the time without"),
    number(checkpoint_interval_hours, "checkpoint_interval_hours", "h", 2, Stage::quote,
           "time between two checkpoints"),
    estimated(energy_kwh, "energy_kwh", "kWh", 1, Stage::quote,
           "electric energy of the job, with cooling"),
    estimated(co2e_kg, "co2e_kg", "kg", 1, Stage::quote, "greenhouse gases of that energy, as CO2"),
  });
}();

// clang-format on

constexpr bool table_is_in_order() {
  for (std::size_t i = 0; i < k_fact_table.size(); ++i) {
    if (static_cast<std::size_t>(k_fact_table[i].id) != i)
      return false;
  }
  return true;
}

static_assert(table_is_in_order(), "a row of the table stands at another place than its id");
static_assert(k_fact_table.size() == k_fact_count, "a fact has no row in the table");

} // namespace gpuplan::facts
