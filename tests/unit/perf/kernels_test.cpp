#include "perf/kernels.hpp"
#include "support/catch.hpp"
#include "unit/perf/fixture.hpp"

using namespace gpuplan;
using catalog::NumberFormat;
using perf::dense_rate;

namespace {

void forget(catalog::Accelerator& chip, NumberFormat format) {
  chip.rates[static_cast<std::size_t>(format)] = {};
}

void forbid(catalog::Accelerator& chip, NumberFormat format) {
  chip.rates[static_cast<std::size_t>(format)] = {.unsupported = true, .dense = {}};
}

} // namespace

TEST_CASE("a published rate is taken as it is", "[perf][kernels]") {
  const auto chip = test::round_chip();
  CHECK(dense_rate(chip, NumberFormat::bf16)->count() == 1e15);
  CHECK(dense_rate(chip, NumberFormat::tf32)->count() == 5e14);
  CHECK(dense_rate(chip, NumberFormat::fp32)->count() == 6e13);
}

TEST_CASE("unpublished fp8 and int8 are twice the 16-bit rate, fp4 and TF32 stay unknown",
          "[perf][kernels]") {
  auto chip = test::round_chip();
  forget(chip, NumberFormat::tf32);
  CHECK(dense_rate(chip, NumberFormat::fp8)->count() == 2e15);
  CHECK(dense_rate(chip, NumberFormat::int8)->count() == 2e15);
  CHECK_FALSE(dense_rate(chip, NumberFormat::fp4));
  CHECK_FALSE(dense_rate(chip, NumberFormat::tf32));
  CHECK(dense_rate(chip, NumberFormat::fp4).why_unknown() ==
        "the chip's rate in this number format is not published");
}

TEST_CASE("what a chip cannot compute has no rate, whatever its other formats do",
          "[perf][kernels]") {
  auto chip = test::round_chip();
  forbid(chip, NumberFormat::fp8);
  forbid(chip, NumberFormat::bf16);
  CHECK_FALSE(dense_rate(chip, NumberFormat::fp8));
  CHECK_FALSE(dense_rate(chip, NumberFormat::bf16));
  CHECK(dense_rate(chip, NumberFormat::bf16).why_unknown() ==
        "the chip does not compute in this number format");
  CHECK(perf::half_rate(chip)->count() == 1e15);
}

TEST_CASE("the two 16-bit formats stand for each other where one is not published",
          "[perf][kernels]") {
  auto chip = test::round_chip();
  forget(chip, NumberFormat::fp16);
  CHECK(dense_rate(chip, NumberFormat::fp16)->count() == 1e15);
  forget(chip, NumberFormat::bf16);
  CHECK_FALSE(dense_rate(chip, NumberFormat::fp16));
  CHECK_FALSE(dense_rate(chip, NumberFormat::fp8));
}

TEST_CASE("nothing is computed in int4", "[perf][kernels]") {
  CHECK_FALSE(dense_rate(test::round_chip(), NumberFormat::int4));
}

TEST_CASE("activations keep 16 bits under narrow formats, weights do not", "[perf][kernels]") {
  CHECK(perf::activation_bytes(NumberFormat::fp8) == 2);
  CHECK(perf::activation_bytes(NumberFormat::tf32) == 4);
  CHECK(perf::weight_bytes(NumberFormat::fp8) == 1);
  CHECK(perf::weight_bytes(NumberFormat::bf16) == 2);
  CHECK(perf::weight_bytes(NumberFormat::tf32) == 4);
}

TEST_CASE("the smooth maximum is the cubic mean", "[perf][kernels]") {
  CHECK(perf::smooth_max(3, 4) == Approx(std::cbrt(91.0)));
  CHECK(perf::smooth_max(5, 0) == Approx(5));
  CHECK(perf::smooth_max(100, 1) == Approx(100).epsilon(1e-6));
}
