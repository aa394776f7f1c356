#include "perf/training_factors.hpp"
#include "support/catch.hpp"
#include "unit/perf/fixture.hpp"

using namespace gpuplan;
using perf::chip_factor;
using perf::FactorOrigin;
using perf::KernelClass;

namespace {

catalog::Accelerator
chip(std::string_view name, std::string_view generation, std::string_view vendor = "NVIDIA") {
  auto chip = test::round_chip();
  chip.name = name;
  chip.generation = generation;
  chip.vendor = vendor;
  return chip;
}

} // namespace

TEST_CASE("a chip's factor falls back on its generation, then on its kind",
          "[perf][training][factors]") {
  const auto model = test::training_model({{"training.chip.mine.transformer", 1.5},
                                           {"training.generation.gen.transformer", 1.3},
                                           {"training.generation.gen.convolution", 1.1},
                                           {"training.generation.half.convolution", 0.9},
                                           {"training.chip.lone.transformer", 0.7}});
  const auto& c = model.coefficients();
  const auto check =
      [&c](const catalog::Accelerator& of, KernelClass kernels, double value, FactorOrigin origin) {
        const auto factor = chip_factor(c, of, kernels);
        CAPTURE(of.name, of.generation);
        CHECK(factor.value == Approx(value));
        CHECK(factor.origin == origin);
      };
  check(chip("mine", "gen"), KernelClass::transformer, 1.5, FactorOrigin::chip);
  check(chip("mine", "gen"), KernelClass::convolution, 1.1, FactorOrigin::generation);
  check(chip("other", "gen"), KernelClass::transformer, 1.3, FactorOrigin::generation);
  check(chip("lone", "none"), KernelClass::convolution, 0.7, FactorOrigin::generation);
  check(chip("other", "half"), KernelClass::transformer, 0.9, FactorOrigin::fallback);
}

TEST_CASE("a chip without any measured kin takes the rule of its kind",
          "[perf][training][factors]") {
  const auto model = test::training_model({{"training.fallback.datacenter", 1.05},
                                           {"training.fallback.older_or_graphics", 1.2},
                                           {"training.fallback.tpu", 1.1},
                                           {"training.fallback.other", 0.6},
                                           {"training.fallback.datacenter_from_year", 2023}});
  const auto& c = model.coefficients();
  auto newer = chip("r100", "rubin");
  newer.year = 2026;
  CHECK(chip_factor(c, newer, KernelClass::transformer).value == Approx(1.05));
  auto graphics = newer;
  graphics.device_class = "workstation";
  CHECK(chip_factor(c, graphics, KernelClass::transformer).value == Approx(1.2));
  auto older = chip("k80", "kepler");
  older.year = 2014;
  CHECK(chip_factor(c, older, KernelClass::transformer).value == Approx(1.2));
  CHECK(chip_factor(c, chip("tpu-v9", "tpu-new", "Google"), KernelClass::transformer).value ==
        Approx(1.1));
  const auto foreign = chip_factor(c, chip("mi250", "cdna2", "AMD"), KernelClass::transformer);
  CHECK(foreign.value == Approx(0.6));
  CHECK(foreign.origin == FactorOrigin::fallback);
}

TEST_CASE("each step away from the chip's own runs widens the range", "[perf][training][factors]") {
  const auto model = test::training_model({{"training.stack.fsdp.band", 1.6},
                                           {"training.band.generation", 1.5},
                                           {"training.band.fallback", 1.7}});
  const auto& c = model.coefficients();
  const auto& stack = c.stack(workload::Stack::fsdp);
  const auto own = perf::training_band(c, stack, FactorOrigin::chip, 1);
  const auto generation = perf::training_band(c, stack, FactorOrigin::generation, 1);
  const auto fallback = perf::training_band(c, stack, FactorOrigin::fallback, 1);
  CHECK(own.factor == Approx(1.6));
  // exp(sqrt(ln² 1.6 + ln² 1.5)) and exp(sqrt(ln² 1.6 + ln² 1.7))
  CHECK(generation.factor == Approx(1.86029).epsilon(1e-5));
  CHECK(fallback.factor == Approx(2.03166).epsilon(1e-5));
  CHECK(own.text.find("no measurement") == std::string_view::npos);
  CHECK(generation.text.find("no measurement for this chip") != std::string_view::npos);
  CHECK(fallback.text.find("no measurement for this chip") != std::string_view::npos);
}

TEST_CASE("a network's own factor multiplies its kind's and closes the gap in the range",
          "[perf][training][factors]") {
  const auto model = test::training_model({{"training.workload.detection.factor", 1.4},
                                           {"training.workload.detection.band", 1.5},
                                           {"training.model.known-detector.factor", 0.5}});
  workload::Architecture network;
  network.network = workload::NetworkClass::detection;
  network.name = "unheard-of";
  const auto unknown = perf::network_factor(model.coefficients(), network);
  CHECK(unknown.time == Approx(1.4));
  CHECK(unknown.band == Approx(1.5));
  network.name = "known-detector";
  const auto known = perf::network_factor(model.coefficients(), network);
  CHECK(known.time == Approx(0.7));
  CHECK(known.band == Approx(1.0));
}

TEST_CASE("a family's factor replaces its kind's", "[perf][training][factors]") {
  const auto model = test::training_model(
      {{"training.family.kin.factor", 0.76}, {"training.family.kin.traffic", 2.8}});
  workload::Architecture network;
  network.family = "kin";
  const auto factor = perf::network_factor(model.coefficients(), network);
  CHECK(factor.time == Approx(0.76));
  CHECK(factor.traffic == Approx(2.8));
}

TEST_CASE("mixtures of experts are a kind of their own", "[perf][training][factors]") {
  const auto model = test::training_model({{"training.workload.experts.traffic", 1.13}});
  workload::Architecture network;
  CHECK(perf::network_factor(model.coefficients(), network).traffic == Approx(1.0));
  network.dims.experts.experts = 64;
  CHECK(perf::network_factor(model.coefficients(), network).traffic == Approx(1.13));
}

TEST_CASE("depthwise convolutions are known by the network's name", "[perf][training][factors]") {
  workload::Architecture network;
  network.network = workload::NetworkClass::cnn;
  network.name = "tf_efficientnet_b4";
  CHECK(perf::is_depthwise(network));
  network.name = "resnet50";
  CHECK_FALSE(perf::is_depthwise(network));
}
