#pragma once

namespace gpuplan::cost {

/// Interruptions as events at a constant rate (exponential times between them). Rates are per hour.
///
/// Published figures mean two things, a factor of 700 apart: a share of machines reclaimed over a
/// trailing month (AWS Spot Instance Advisor; Alibaba's release rate) and a chance per hour
/// (Azure's eviction bands). Each has its own function; nothing takes a bare "rate in per cent".

/// λ = −ln(1 − share) ÷ 730. `share` in [0, 1); a share of 1 has no finite rate.
double rate_of_monthly_share(double share);

/// λ = −ln(1 − chance).
double rate_of_hourly_chance(double chance);

/// Of a job that needs all of its machines: independent machines add up, λ × machines.
double rate_of_job(double machine_rate, double machines);

/// Chance of no interruption within a time: e^(−λ h).
double survival(double rate, double hours);

} // namespace gpuplan::cost
