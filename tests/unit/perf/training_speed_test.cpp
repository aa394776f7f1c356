// How long the factored form takes; run by hand: gpuplan_unit_tests "[training-speed]".

#include "perf/training_query.hpp"
#include "support/catch.hpp"
#include "unit/perf/fixture.hpp"

#include <ctime>
#include <iostream>

using namespace gpuplan;

namespace {

double nanoseconds_each(std::size_t times, const std::function<double(std::size_t)>& work) {
  const std::clock_t begin = std::clock(); // of this process, whatever else runs
  double sum = 0;
  for (std::size_t i = 0; i < times; ++i)
    sum += work(i);
  const double took = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  REQUIRE(sum > 0);
  return took * 1e9 / static_cast<double>(times);
}

} // namespace

TEST_CASE("what is left per candidate is a few additions", "[.][training-speed]") {
  const auto model = test::training_model();
  const auto demand = test::small_decoder();
  const auto chip = test::round_chip();
  const auto shape = test::round_shape();
  const auto query = *model.prepare(demand, chip, shape);
  perf::MicroBatchLayout layout;
  layout.tensor = 4;
  layout.pipeline = 2;
  const auto times = *query.micro_batch(layout);
  const auto step = [&](std::size_t i) {
    perf::StepLayout candidate;
    candidate.data = static_cast<double>(1 + i % 64);
    candidate.accumulation = 8;
    candidate.sharding = i % 2 == 0 ? workload::Sharding::full : workload::Sharding::none;
    return query.step(times, candidate)->count();
  };
  const auto micro_batch = [&](std::size_t i) {
    layout.samples = static_cast<double>(1 + i % 8);
    return query.micro_batch(layout)->device;
  };
  const auto prepare = [&](std::size_t) {
    return model.prepare(demand, chip, shape)->rates().peak;
  };
  std::cout << "step " << nanoseconds_each(2'000'000, step) << " ns, micro-batch "
            << nanoseconds_each(1'000'000, micro_batch) << " ns, prepare "
            << nanoseconds_each(100'000, prepare) << " ns\n";
}
