#include "perf/inference/sample_operation.hpp"

#include "perf/inference/search.hpp"

#include <algorithm>

namespace gpuplan::perf::inference {

namespace {

/// Wait of a sample before its own run.
double wait_seconds(const SampleServer& server, double batch, double run_s) {
  return server.costs.batch_limit > 1 ? run_s * server.waiting_runs * std::min(1.0, batch)
                                      : mean_wait(batch / run_s, run_s);
}

} // namespace

Capacity capacity(const SampleServer& server) {
  Capacity result;
  result.batch = server.costs.batch_limit;
  result.requests_s = server.devices * result.batch / batch_seconds(server.costs, result.batch);
  return result;
}

Operation alone(const SampleServer& server) {
  Operation operation;
  operation.batch = 1;
  operation.latency_s = batch_seconds(server.costs, 1);
  operation.requests_s = server.devices / operation.latency_s;
  operation.in_work = 1;
  return operation;
}

Operation at_batch(const SampleServer& server, double batch) {
  const double run = batch_seconds(server.costs, std::max(1.0, batch));
  Operation operation;
  operation.batch = batch;
  operation.requests_s = server.devices * batch / run;
  operation.queue_s = wait_seconds(server, batch, run);
  operation.latency_s = run + operation.queue_s;
  operation.in_work = operation.requests_s * operation.latency_s;
  return operation;
}

Operation at_load(const SampleServer& server, double samples_s) {
  const double batch = largest_batch(server.costs.batch_limit, [&](double tried) {
    return samples_s - at_batch(server, tried).requests_s;
  });
  Operation operation = at_batch(server, batch);
  operation.requests_s = samples_s;
  operation.in_work = samples_s * operation.latency_s;
  return operation;
}

Operation best_within(const SampleServer& server, double latency_limit_s, double highest_load) {
  const double most = highest_load * batch_seconds(server.costs, server.costs.batch_limit);
  const double highest = std::min(server.costs.batch_limit, most / server.devices);
  const double batch = largest_batch(highest, [&](double tried) {
    const Operation operation = at_batch(server, tried);
    return std::min(1.0 - operation.requests_s / highest_load,
                    1.0 - operation.latency_s / latency_limit_s);
  });
  if (batch > 0)
    return at_batch(server, batch);
  Operation none = alone(server);
  none.requests_s = 0;
  none.in_work = 0;
  return none;
}

} // namespace gpuplan::perf::inference
