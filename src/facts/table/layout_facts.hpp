#pragma once

#include "facts/table/fact_row.hpp"

namespace gpuplan::facts::table {

// clang-format off
/// Facts of stage `layout`, how a job lies on devices and the memory that takes, in the order of
/// `FactId`.
constexpr auto k_layout_facts = std::to_array<Fact>({
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
         "peak memory per device; of a service with its cache of whole requests in work, one at "
         "least: beyond it an engine that keeps pages takes what is left"),
  estimated(memory_utilization, "memory_utilization", "share", 2, Stage::layout,
         "peak memory divided by the usable memory of one device"),
  flag(memory_fits, "memory_fits", Stage::layout,
         "peak memory is at most the usable memory; not known just above it, where it may fit"),
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
  of(k_inference, number(kv_capacity_tokens, "kv_capacity_tokens", "", 0, Stage::layout,
         "tokens that the cache of one replica holds")),
});
// clang-format on

} // namespace gpuplan::facts::table
