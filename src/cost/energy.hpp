#pragma once

#include "core/known.hpp"
#include "core/units.hpp"
#include "cost/settings.hpp"

#include <string_view>

namespace gpuplan::cost {

/// What draws power, and where.
struct EnergyUse {
  double devices = 0;                 ///< of all nodes
  core::Known<double> device_power_w; ///< board power of one
  core::Milliseconds time{0};         ///< machines up
  core::Known<double> pue;            ///< of the site
  core::Known<double> grid_gco2_per_kwh;
};

struct EnergyEstimate {
  core::Known<double> kwh;
  core::Known<double> co2e_kg;
  bool pue_assumed = false; ///< the industry's mean stands for the site's
};

/// kWh = devices × W ÷ 1000 × load share × (1 + host share) × hours × PUE.
/// Board power is a ceiling: the load share lies below 1 where measured. The host share covers
/// processors, memory, fans and network of the node.
EnergyEstimate estimate_energy(const EnergyUse& use, const CostSettings& settings);

/// Operational emissions, location-based: kg = kWh × g/kWh ÷ 1000. Unknown for an unknown grid.
/// Market-based figures ("100 % renewable") are another metric and never multiplied in.
core::Known<double> emissions_kg(core::Known<double> kwh, core::Known<double> grid_gco2_per_kwh);

} // namespace gpuplan::cost
