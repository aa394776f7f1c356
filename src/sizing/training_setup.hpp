#pragma once

#include "sizing/layer_activations.hpp"
#include "sizing/memory_sum.hpp"
#include "sizing/state_bytes.hpp"

namespace gpuplan::sizing {

/// When the gradients of a step are there.
enum class GradientLife : std::uint8_t {
  transient,  ///< grow while activations shrink: the two peaks do not add (no accumulation)
  persistent, ///< buffers of ZeRO, DDP or Megatron, or micro-batches to add up
};

/// What becomes of gathered layers under FSDP.
enum class GatheredLayers : std::uint8_t {
  freed,
  kept, ///< FSDP1 with frozen weights: no backward hook frees them
};

/// Where the inputs of recomputed layers wait.
enum class Checkpoints : std::uint8_t { device, host };

/// When the optimizer steps.
enum class OptimizerStep : std::uint8_t {
  after_backward,
  in_backward, ///< fused into the backward pass: gradients of one layer at a time
};

/// How far the form may be off, by how a model is laid over devices.
struct TrainingBands {
  ErrorBand plain;             ///< data parallelism at most
  ErrorBand split;             ///< tensor or pipeline parallelism
  ErrorBand split_and_sharded; ///< both with FSDP or ZeRO-3
  ErrorBand context;
};

/// Keys of the calibration behind the numbers of a setup; empty where a published constant stands.
struct TrainingKeys {
  std::string_view norm;
  std::string_view mlp;
  std::string_view logits;
  std::string_view frozen;
};

/// What the software of a training job stores, resolved from stack, method, optimizer and number
/// format. Plain numbers, so that a published run that deviates can be described exactly.
struct TrainingSetup {
  std::array<StateBytes, 4> state; ///< of trained parameters, by sharding stage
  StateBytes adapter;              ///< of LoRA matrices
  StateBytes trained_table;        ///< of tables trained beside LoRA, on top of the frozen ones
  double frozen_layers = 0;        ///< B per frozen parameter in layers; 0: all is trained
  double frozen_tables = 0;        ///< B per frozen parameter in embedding and head
  double table_cast = 0;           ///< B per table parameter of a wider copy
  double dequantised = 0;          ///< B per element of the largest matrix; QLoRA
  double gathered = 0;             ///< B per parameter of a gathered layer
  double gathered_layers = 0;      ///< how many are alive
  GatheredLayers gathered_life = GatheredLayers::freed;
  ActivationRules activations;
  double activation_factor = 1;                     ///< against 16-bit
  double element = 2;                               ///< bytes of a checkpointed element
  double logits = 0;                                ///< B per token and vocabulary row
  double logits_share = 1;                          ///< of the tokens that have logits
  GradientLife gradients = GradientLife::transient; ///< on one device without accumulation
  OptimizerStep step = OptimizerStep::after_backward;
  Checkpoints checkpoints = Checkpoints::device;
  double recomputed_share = 1; ///< of the layers under full recomputation
  ReserveTerms reserve;
  TrainingBands bands;
  TrainingKeys keys;
};

/// The setup of a transformer's training. The stack chooses the branch:
///
///     megatron, mlperf, neuron  fused norms, in-place loss, persistent buffers
///     megatron_deepspeed        the same in 2022: eager, larger slack
///     fsdp, xla                 fused norms, framework cross entropy
///     finetune_recipe           Hugging Face: norms with fp32 copies, logits with a shifted copy
///     others                    framework code: norms with fp32 copies, plain cross entropy
TrainingSetup training_setup(const workload::Demand& demand, const MemoryCoefficients& c);

} // namespace gpuplan::sizing
