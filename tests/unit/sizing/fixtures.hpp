#pragma once

#include "support/memory_calibration.hpp"

namespace gpuplan::test {

/// Llama-3.1-8B: 8,030,261,248 parameters (meta-llama/Llama-3.1-8B config.json).
inline workload::Architecture llama_8b() {
  workload::Architecture model;
  model.name = "llama-3.1-8b";
  model.family = "llama";
  model.dims = {.layers = 32,
                .hidden = 4096,
                .ffn = 14336,
                .heads = 32,
                .kv_heads = 8,
                .head_dim = 128,
                .vocab = 128256,
                .attention = workload::AttentionKind::grouped,
                .attention_layers = 32};
  model.params.total = 8'030'261'248;
  model.params.active = model.params.total;
  model.params.embedding = model.params.head = 128256LL * 4096;
  model.params.layer = 218'112'000; // 4096 (2 x 4096 + 2 x 1024) + 3 x 4096 x 14336 + 2 x 4096
  return model;
}

/// A GPT of Megatron's papers: plain MLP of 4 h, tied tables of 51,200 rows, 12 L h^2 parameters.
inline workload::Architecture
megatron_gpt(std::int64_t layers, std::int64_t hidden, std::int64_t heads) {
  workload::Architecture model;
  model.name = "gpt";
  model.dims = {.layers = layers,
                .hidden = hidden,
                .ffn = 4 * hidden,
                .heads = heads,
                .kv_heads = heads,
                .head_dim = hidden / heads,
                .vocab = 51200,
                .gated_mlp = false,
                .tied_embeddings = true,
                .attention_layers = layers};
  model.params.embedding = model.dims.vocab * hidden;
  model.params.total = 12 * layers * hidden * hidden + model.params.embedding;
  return model;
}

/// Mixtral-8x7B: 46.7e9 parameters, of which 45.1e9 in routed experts.
inline workload::Architecture mixtral() {
  workload::Architecture model;
  model.name = "mixtral-8x7b";
  model.dims = {.layers = 32,
                .hidden = 4096,
                .ffn = 14336,
                .heads = 32,
                .kv_heads = 8,
                .head_dim = 128,
                .vocab = 32000,
                .attention = workload::AttentionKind::grouped,
                .attention_layers = 32};
  model.dims.experts = {.experts = 8, .active = 2, .ffn = 14336};
  model.params.total = 46'702'792'704;
  model.params.embedding = model.params.head = 32000LL * 4096;
  model.params.experts = 32LL * 8 * 3 * 4096 * 14336;
  return model;
}

inline workload::Demand
training_of(workload::Architecture model, workload::Stack stack, std::int64_t sequence) {
  workload::Demand demand;
  demand.model = std::move(model);
  demand.stack = stack;
  demand.training.sequence = sequence;
  return demand;
}

inline workload::Demand
serving_of(workload::Architecture model, workload::Stack stack, workload::WeightFormat weights) {
  workload::Demand demand;
  demand.kind = workload::JobKind::serve;
  demand.model = std::move(model);
  demand.stack = stack;
  demand.serving.weights = weights;
  return demand;
}

inline sizing::MemoryEstimate
estimate(const workload::Demand& demand, const workload::Layout& layout, double kv_tokens = 0) {
  return shipped_memory_model().estimate(demand, layout, kv_tokens).value();
}

inline double part_gib(const sizing::MemoryEstimate& estimate, sizing::MemoryPart part) {
  return core::to_gib(estimate.part(part));
}

} // namespace gpuplan::test
