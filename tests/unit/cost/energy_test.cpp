#include "cost/energy.hpp"
#include "fixture.hpp"

using namespace gpuplan::cost;
using namespace gpuplan::test;
using Catch::Matchers::WithinRel;

TEST_CASE("an eight-GPU node for a day at a known site and grid", "[cost]") {
  // 8 x 700 W x 24 h x 1.1 = 147.84 kWh; at 412.72 g/kWh 61.0165 kg.
  const auto estimate = estimate_energy({.devices = 8,
                                         .device_power_w = 700.0,
                                         .time = hours(24),
                                         .pue = 1.1,
                                         .grid_gco2_per_kwh = 412.72},
                                        test_settings());
  CHECK_THAT(*estimate.kwh, WithinRel(147.84, 1e-12));
  CHECK_THAT(*estimate.co2e_kg, WithinRel(61.0165, 1e-5));
  CHECK_FALSE(estimate.pue_assumed);
}

TEST_CASE("load and host shares scale the power", "[cost]") {
  auto settings = test_settings();
  settings.energy_load_share = 0.8;
  settings.energy_host_share = 0.25;
  const auto estimate = estimate_energy(
      {.devices = 10, .device_power_w = 400.0, .time = hours(10), .pue = 1.5}, settings);
  CHECK_THAT(*estimate.kwh, WithinRel(60.0, 1e-12)); // 40 kWh x 0.8 x 1.25 x 1.5
}

TEST_CASE("published footprints follow from board power alone", "[cost]") {
  // Llama 2 7B: 184,320 GPU hours x 400 W x 0.4235 kg/kWh = 31.22 t (arXiv:2307.09288, table 2).
  const auto llama = estimate_energy({.devices = 1024,
                                      .device_power_w = 400.0,
                                      .time = hours(180),
                                      .pue = 1.0,
                                      .grid_gco2_per_kwh = 423.5},
                                     test_settings());
  CHECK_THAT(*llama.co2e_kg, WithinRel(31'220.0, 1e-3));
  // BLOOM: 433,196 kWh at 57 g/kWh = 24.7 t (arXiv:2211.02001).
  CHECK_THAT(*emissions_kg(433'196.0, 57.0), WithinRel(24'700.0, 1e-3));
}

TEST_CASE("an unknown grid leaves the emissions unknown and the energy known", "[cost]") {
  const auto estimate = estimate_energy(
      {.devices = 8, .device_power_w = 700.0, .time = hours(1), .pue = 1.1}, test_settings());
  CHECK(estimate.kwh.known());
  CHECK_FALSE(estimate.co2e_kg.known());
}

TEST_CASE("an unknown site takes the industry's mean and says so", "[cost]") {
  const auto estimate =
      estimate_energy({.devices = 1, .device_power_w = 1000.0, .time = hours(1)}, test_settings());
  CHECK_THAT(*estimate.kwh, WithinRel(1.56, 1e-12));
  CHECK(estimate.pue_assumed);
}

TEST_CASE("a device of unknown power has unknown energy", "[cost]") {
  const auto estimate = estimate_energy(
      {.devices = 8, .time = hours(1), .grid_gco2_per_kwh = 100.0}, test_settings());
  CHECK_FALSE(estimate.kwh.known());
  CHECK_FALSE(estimate.co2e_kg.known());
}
