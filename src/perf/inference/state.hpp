#pragma once

#include "perf/inference/interval.hpp"
#include "perf/inference/operation.hpp"

namespace gpuplan::perf::inference {

constexpr double k_ms_per_second = 1e3;

/// What keeps a replica busy: requests one after the other, arrivals at a rate, clients that wait
/// for their answers, or more than it can do.
enum class Regime : std::uint8_t { alone, open, closed, full };

/// A state, and how it was reached.
struct Found {
  Operation operation;
  Regime regime = Regime::open;
  bool saturated = false;
  bool target_binds = false;
};

/// A target in seconds; infinite where none is stated.
double limit_seconds(const core::Known<double>& limit_ms);

void set_operation(ReplicaEstimate& estimate, const Operation& operation);
void set_band(ReplicaEstimate& estimate, const Band& band);

/// Nothing arrives but one request after the other.
Operation idle(Operation alone);

/// The state at a stated load, or the saturated one.
template <class Server>
Found offered(const Server& server, double load, double highest_load, double most) {
  if (load <= 0)
    return {.operation = idle(alone(server)), .regime = Regime::alone};
  if (load <= highest_load)
    return {.operation = at_load(server, load)};
  Found found{.operation = at_load(server, highest_load), .saturated = true};
  found.operation.requests_s = std::min(load, most);
  found.operation.in_work = found.operation.requests_s * found.operation.latency_s;
  return found;
}

} // namespace gpuplan::perf::inference
