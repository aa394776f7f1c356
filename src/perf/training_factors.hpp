#pragma once

#include "perf/training_coefficients.hpp"
#include "workload/architecture.hpp"

namespace gpuplan::perf {

/// Vision transformers run transformer kernels; recommenders count with the convolutions.
KernelClass kernel_class(workload::NetworkClass network);

enum class FactorOrigin : std::uint8_t { chip, generation, fallback };

/// Speed of a chip against what its data sheet and the efficiencies say.
struct ChipFactor {
  double value = 1;
  FactorOrigin origin = FactorOrigin::chip;
};

/// The chip's own factor for the kernel class, else its generation's, each with the other class of
/// the same before the next wider step; at last one for the kind of chip: data-centre chips newer
/// than all measured, older or graphics ones, TPUs, others.
ChipFactor chip_factor(const TrainingModel::Coefficients& coefficients,
                       const catalog::Accelerator& chip,
                       KernelClass kernels);

/// How long a network takes against its published FLOPs, and its memory traffic against the count
/// of its activations: by kind, replaced by its family's where that is measured, times its own.
struct NetworkFactor {
  double time = 1;
  double traffic = 1;
  double band = 1; ///< 1 where the network itself was measured
};

NetworkFactor network_factor(const TrainingModel::Coefficients& coefficients,
                             const workload::Architecture& model);

/// Networks built on depthwise convolutions, which reach less of the peak.
bool is_depthwise(const workload::Architecture& model);

struct Band {
  double factor = 1; ///< 90th percentile of measured ÷ predicted; its inverse is the 10th
  std::string_view text;
};

/// Log-normal widths in quadrature: the software's residual with other sources left out, widened
/// for an unmeasured chip, an unmeasured network, an optimizer on the host.
Band training_band(const TrainingModel::Coefficients& coefficients,
                   const TrainingModel::Coefficients::Stack& stack,
                   FactorOrigin chip,
                   double network_band,
                   double extra = 1);

} // namespace gpuplan::perf
