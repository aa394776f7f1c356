#include "cost/energy.hpp"

namespace gpuplan::cost {

EnergyEstimate estimate_energy(const EnergyUse& use, const CostSettings& settings) {
  EnergyEstimate estimate;
  estimate.pue_assumed = !use.pue;
  const core::Known<double>& pue = use.pue ? use.pue : settings.energy_pue;
  if (!use.device_power_w || !(use.devices > 0))
    estimate.kwh = core::Unknown{"the power of the device is not known"};
  else if (!pue || !settings.energy_load_share || !settings.energy_host_share)
    estimate.kwh = core::Unknown{"the defaults for power are not known"};
  else {
    estimate.kwh = use.devices * *use.device_power_w / 1000 * *settings.energy_load_share *
                   (1 + *settings.energy_host_share) * core::to_hours(use.time) * *pue;
  }
  estimate.co2e_kg = emissions_kg(estimate.kwh, use.grid_gco2_per_kwh);
  return estimate;
}

core::Known<double> emissions_kg(core::Known<double> kwh, core::Known<double> grid_gco2_per_kwh) {
  if (!kwh)
    return kwh;
  if (!grid_gco2_per_kwh)
    return core::Unknown{"the carbon intensity of the region's grid is not known"};
  return *kwh * *grid_gco2_per_kwh / 1000;
}

} // namespace gpuplan::cost
