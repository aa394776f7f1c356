#include "output/reports/sample_work.hpp"

#include "output/human.hpp"

#include <fmt/format.h>

namespace gpuplan::output {

std::string sample_work(const workload::ServingDemand& serving) {
  if (serving.steps <= 1)
    return fmt::format("{} a sample", human_flops(serving.flops_per_sample));
  const double calls = serving.calls_per_step;
  return fmt::format("{} a step{}, {} steps an image",
                     human_flops(serving.flops_per_sample * calls),
                     calls > 1 ? fmt::format(" of {:g} calls", calls) : std::string{},
                     human_count(serving.steps / calls));
}

} // namespace gpuplan::output
