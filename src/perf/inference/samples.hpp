#pragma once

#include "perf/estimate.hpp"
#include "perf/inference/coefficients.hpp"
#include "perf/inference/engine.hpp"

namespace gpuplan::perf::inference {

/// What runs a sample model.
enum class SampleStack : std::uint8_t { eager, tensorrt, neuron };

/// What the time of a sample comes from; empty for rules of thumb.
struct SampleArithmetic {
  double work = 0;      ///< u·G, FLOPs
  double speed = 0;     ///< F·g·ω^γ·c·v, FLOP/s
  double bytes = 0;     ///< a·A·bytes
  double bandwidth = 0; ///< bytes/s
  double time = 1;      ///< factor on both

  // The same by factors: work ÷ speed = calls × call_flops × u ÷ (peak × chip × software).
  double calls = 1;
  double calls_per_step = 1;
  double call_flops = 0;
  double peak = 0;        ///< dense, of the format that multiplies
  double chip = 1;        ///< g·ω^γ·c
  double software = 1;    ///< v
  double network = 1;     ///< u
  double call_bytes = 0;  ///< A·bytes of one call
  double activations = 1; ///< a
  double bandwidth_share = 1;
};

/// One network's sample on one device. A batch of b takes ((b·t)³ + H³)^⅓ seconds: the device's
/// own time, or the host's floor where that is longer.
struct SampleCosts {
  double sample_s = 0; ///< t: one sample inside a large batch
  double floor_s = 0;  ///< H: least time of a batch
  double batch_limit = 1;
  double p99_factor = 0; ///< p99 ÷ mean; 0: not known
  bool compute_bound = true;
  bool chip_measured = true;
  bool class_measured = true;
  bool eager = false; ///< H is the host's time for eager code
  std::string_view note;
  SampleArithmetic from;
};

/// Which kernels a network uses, by its class and family.
SampleClass sample_class(const workload::Architecture& model);
std::string_view to_string(SampleClass which);

/// What runs the job on that chip: TensorRT where the stack says so, NeuronX on Neuron chips, else
/// eager code.
SampleStack sample_stack(workload::Stack stack, const catalog::Accelerator& chip);

/// Work of one generated sample: forward FLOPs and activation elements, over all steps.
struct SampleWork {
  double flops = 0;
  double activation_elements = 0; ///< 0: not known, time by FLOPs alone
};

SampleWork sample_work(const workload::Demand& demand);

/// Outputs of the linear layers and of the attention products of an encoder, one sample:
/// L·(s·(2·a·d + 2·k·d + 2·h + f·m) + a·s²), m = 2 for a gated MLP.
double encoder_activations(const workload::TransformerDims& dims, double tokens);

/// t = sqrt(t_cmp² + t_mem²) with t_cmp = u·G / (F·g·ω^γ·c·v), t_mem = a·A·bytes / (0.80·BW).
/// Unknown where work, rate or bandwidth is not known.
core::Known<SampleCosts> sample_costs(const Coefficients& coefficients,
                                      const workload::Demand& demand,
                                      const Topology& topology,
                                      SampleStack stack);

/// The batch from which on no larger one is faster by more than half a percent a sample: where
/// H³ ÷ (b·t)³ falls below 1.005³ − 1. More in a batch only makes each wait.
double sufficient_batch(const SampleCosts& costs);

/// Seconds a batch takes.
double batch_seconds(const SampleCosts& costs, double batch);

} // namespace gpuplan::perf::inference
