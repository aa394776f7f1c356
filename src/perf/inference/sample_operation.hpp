#pragma once

#include "perf/inference/operation.hpp"
#include "perf/inference/samples.hpp"

namespace gpuplan::perf::inference {

/// Sample models served in batches that gather while the one before runs: at a rate λ the batch is
/// b = λ·T(b), and a sample waits `waiting_runs` of a run before its own. Where a batch holds one
/// sample they queue for one another, M/D/1 (`mean_wait`). Mean times.
struct SampleServer {
  SampleCosts costs;
  double devices = 1;      ///< chips of the replica, data parallel
  double waiting_runs = 0; ///< runs a sample waits on average under full batches
};

/// The largest batch, over and over.
Capacity capacity(const SampleServer& server);

/// One sample alone.
Operation alone(const SampleServer& server);

Operation at_batch(const SampleServer& server, double batch);
Operation at_load(const SampleServer& server, double samples_s);

/// The largest state up to `highest_load` whose mean latency keeps the limit; zero samples/s where
/// even one alone misses it.
Operation best_within(const SampleServer& server, double latency_limit_s, double highest_load);

} // namespace gpuplan::perf::inference
