#pragma once

#include "catalog/accelerator.hpp"

namespace gpuplan::perf {

/// Dense rate a job in `format` may count on. What the chip cannot do is unknown with that reason,
/// and so is a rate nobody published, with these exceptions: the two 16-bit formats stand for each
/// other, and fp8 and int8 are twice the 16-bit rate. There is no such rule for fp4 and TF32.
core::Known<core::FlopsPerSecond> dense_rate(const catalog::Accelerator& chip,
                                             catalog::NumberFormat format);

/// Rate of the 16-bit matrix units, whichever of the two formats is published.
core::Known<core::FlopsPerSecond> half_rate(const catalog::Accelerator& chip);

/// Bytes of one activation under a compute format: 2, 4 in fp32 and TF32, 8 in fp64 (8-bit and
/// 4-bit formats hold for matrix products alone).
double activation_bytes(catalog::NumberFormat format);

/// Bytes of one weight as the matrix product reads it: 1 in fp8, int8 and fp4, else as activations.
double weight_bytes(catalog::NumberFormat format);

/// Whether the format is narrower than 16 bits, so that attention and messages stay in 16.
bool narrow(catalog::NumberFormat format);

/// Cubic mean: the larger of the two times where they differ much, 1.26 × either where they are
/// equal. Monotone in both, so a faster part never slows a job.
double smooth_max(double a, double b);

} // namespace gpuplan::perf
