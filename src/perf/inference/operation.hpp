#pragma once

#include "perf/inference/replica.hpp"

namespace gpuplan::perf::inference {

/// Most a replica can do when requests never run out.
struct Capacity {
  double batch = 0;
  double requests_s = 0;
  double output_tokens_s = 0;
};

/// A steady state. Times are means in seconds; `requests_s` is what it serves.
struct Operation {
  double batch = 0; ///< sequences that are written, or samples of one run
  double requests_s = 0;
  double in_work = 0; ///< requests waiting or worked on; open loop: λ × latency (Little's law)
  double queue_s = 0; ///< part of TTFT: until the prompts before are through
  double first_token_s = 0; ///< TTFT
  double token_s = 0;       ///< TPOT
  double latency_s = 0;     ///< whole request: TTFT + (O − 1)·TPOT
};

/// Latency targets; a missing one is infinite.
struct Limits {
  double first_token_s = 0;
  double token_s = 0;
  double latency_s = 0;
};

/// X = B_max / T_mix(B_max) for in-flight batching, × the share a pipeline keeps; for fixed batches
/// b·O / (T_pre(b) + O·T_dec(b)).
Capacity capacity(const Replica& replica);

/// One request with nothing else running: T_pre(1) plus the engine's idle delay, then T_dec(1).
Operation alone(const Replica& replica);

/// Mean wait where arrivals are random (Poisson) at a rate λ and each is served for the same time
/// S: M/D/1, ρ·S / (2·(1 − ρ)) with ρ = λ·S. Pollaczek 1930 and Khinchine 1932; Kleinrock, Queueing
/// Systems, volume 1 (1975), section 5.6. Infinite from ρ = 1 on.
double mean_wait(double arrivals_s, double service_s);

/// Open-loop arrivals that keep `batch` sequences running on average. The arrival rate is
/// λ = B / (O·T_dec(B) + B·p), which solves B = λ·O·τ with τ = T_dec(B) / (1 − λ·p); TTFT is
/// T_pre(1) + τ/2 + the delay under load + the wait for the prompts before, M/D/1 with S = p: what
/// was fitted has prompts of some hundred tokens, where that wait is short. A fixed batch gathers
/// arrivals while the last one runs, so a request waits half a run.
Operation at_batch(const Replica& replica, double batch);

/// Open-loop arrivals at `requests_s`: the batch of that rate, at most the replica's largest.
Operation at_load(const Replica& replica, double requests_s);

/// `clients` that each wait for their answer before they ask again.
/// B = min(C, B_max); TPOT = max(T_dec(B), T_mix(B) − p/O); TTFT = T_pre(1) + T_step/2 + delay,
/// + (C − 1)·p/4 for prompts that meet, + (C − B_max)·O/X where C > B_max;
/// X = C·O / (TTFT + O·T_mix).
Operation closed_loop(const Replica& replica, double clients);

/// The largest steady state up to `highest_load` that keeps the limits; nothing running (zero
/// requests/s) where even a request alone misses one.
Operation best_within(const Replica& replica, const Limits& limits, double highest_load);

/// The least share that is left to a limit; negative where one is missed.
double slack_of(const Operation& operation, const Limits& limits);

inline bool within(const Operation& operation, const Limits& limits) {
  return slack_of(operation, limits) >= 0;
}

} // namespace gpuplan::perf::inference
