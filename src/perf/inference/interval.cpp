#include "perf/inference/interval.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::perf::inference {

namespace {

double both(double first, double second, double known) {
  const double a = std::log(first);
  const double b = std::log(second);
  const double base = std::log(known);
  return std::exp(std::sqrt(std::max(0.0, a * a + b * b - base * base)));
}

} // namespace

Band language_band(const Bands& bands, const Evidence& evidence) {
  const double hardware = evidence.chip         ? bands.known
                          : evidence.generation ? bands.new_chip
                                                : bands.new_generation;
  if (evidence.eager)
    return {std::max(bands.eager, both(bands.eager, hardware, bands.known)),
            evidence.chip ? "eager code" : "eager code on a new chip"};
  if (!evidence.software)
    return {both(bands.new_engine, hardware, bands.known),
            evidence.chip ? "new engine" : "new engine on a new chip"};
  if (evidence.chip)
    return {bands.known, "known engine and chip"};
  return {hardware, evidence.generation ? "new chip of a known generation" : "new generation"};
}

Band sample_band(const Bands& bands, const Evidence& evidence) {
  const double hardware = evidence.chip ? bands.samples_known : bands.samples_new_chip;
  if (!evidence.software)
    return {both(bands.samples_new_class, hardware, bands.samples_known),
            evidence.chip ? "new class of network" : "new class of network on a new chip"};
  return {hardware, evidence.chip ? "known class and chip" : "new chip"};
}

Band rule_band(const Bands& bands) {
  return {bands.rule_of_thumb, "rule of thumb"};
}

} // namespace gpuplan::perf::inference
