#include "cost/interruption.hpp"

#include "core/units.hpp"

#include <cmath>

namespace gpuplan::cost {

double rate_of_monthly_share(double share) {
  return rate_of_hourly_chance(share) / core::k_hours_per_month;
}

double rate_of_hourly_chance(double chance) {
  return -std::log1p(-chance);
}

double rate_of_job(double machine_rate, double machines) {
  return machine_rate * machines;
}

double survival(double rate, double hours) {
  return std::exp(-rate * hours);
}

} // namespace gpuplan::cost
