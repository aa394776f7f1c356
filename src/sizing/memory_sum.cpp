#include "sizing/memory_sum.hpp"

namespace gpuplan::sizing {

double LiveBytes::total() const {
  double sum = 0;
  for (const double part : parts)
    sum += part;
  return sum;
}

ErrorBand measured_band(double error_p90, std::string_view name) {
  return {.low = 1 / (1 + error_p90), .high = 1 / (1 - error_p90), .name = name};
}

ErrorBand unmeasured_band(double error, std::string_view name) {
  auto band = measured_band(error, name);
  band.comparable = false;
  return band;
}

MemoryEstimate
sum_up(LiveBytes live, const ReserveTerms& reserve, Devices devices, const ErrorBand& band) {
  live[MemoryPart::reserve] = 0;
  const double allocated = live.total();
  const double collective = devices == Devices::several ? reserve.collective : 0;
  const double beside = allocated * reserve.slack + reserve.fixed + collective;
  live[MemoryPart::reserve] = beside;

  MemoryEstimate estimate;
  for (std::size_t part = 0; part < k_memory_parts; ++part)
    estimate.parts[part] = core::Bytes{live.parts[part]};
  estimate.allocated = core::Bytes{allocated};
  estimate.reserved = core::Bytes{allocated * (1 + reserve.slack)};
  estimate.device = core::Bytes{allocated + beside};
  estimate.factor_low = band.low;
  estimate.factor_high = band.high;
  estimate.band = band.name;
  estimate.comparable = band.comparable;
  return estimate;
}

} // namespace gpuplan::sizing
