#include "perf/kernels.hpp"

#include <cmath>

namespace gpuplan::perf {

namespace {

using catalog::NumberFormat;
using Rate = core::Known<core::FlopsPerSecond>;

constexpr double k_narrow_speed_up = 2;

Rate published(const catalog::Accelerator& chip, NumberFormat format) {
  const auto& rate = chip.rate(format);
  if (rate.unsupported)
    return core::Unknown{"the chip does not compute in this number format"};
  if (!rate.dense)
    return core::Unknown{"the chip's rate in this number format is not published"};
  return rate.dense;
}

Rate either_half(const catalog::Accelerator& chip, NumberFormat asked, NumberFormat other) {
  if (const auto own = published(chip, asked); own || chip.rate(asked).unsupported)
    return own;
  return published(chip, other);
}

} // namespace

core::Known<core::FlopsPerSecond> half_rate(const catalog::Accelerator& chip) {
  const auto bf16 = published(chip, NumberFormat::bf16);
  return bf16 ? bf16 : published(chip, NumberFormat::fp16);
}

core::Known<core::FlopsPerSecond> dense_rate(const catalog::Accelerator& chip,
                                             NumberFormat format) {
  switch (format) {
  case NumberFormat::bf16: return either_half(chip, NumberFormat::bf16, NumberFormat::fp16);
  case NumberFormat::fp16: return either_half(chip, NumberFormat::fp16, NumberFormat::bf16);
  case NumberFormat::fp8:
  case NumberFormat::int8: {
    const auto own = published(chip, format);
    if (own || chip.rate(format).unsupported)
      return own;
    return half_rate(chip).transform(
        [](core::FlopsPerSecond rate) { return rate * k_narrow_speed_up; });
  }
  case NumberFormat::int4: return core::Unknown{"int4 stores weights, nothing is computed in it"};
  case NumberFormat::fp64:
  case NumberFormat::fp32:
  case NumberFormat::tf32:
  case NumberFormat::fp4: break;
  }
  return published(chip, format);
}

bool narrow(NumberFormat format) {
  return format == NumberFormat::fp8 || format == NumberFormat::int8 ||
         format == NumberFormat::fp4 || format == NumberFormat::int4;
}

double activation_bytes(NumberFormat format) {
  switch (format) {
  case NumberFormat::fp64: return 8;
  case NumberFormat::fp32:
  case NumberFormat::tf32: return 4;
  default: return 2;
  }
}

double weight_bytes(NumberFormat format) {
  return narrow(format) ? 1 : activation_bytes(format);
}

double smooth_max(double a, double b) {
  return std::cbrt(a * a * a + b * b * b);
}

} // namespace gpuplan::perf
