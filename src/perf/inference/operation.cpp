#include "perf/inference/operation.hpp"

#include "perf/inference/search.hpp"

#include <algorithm>
#include <limits>

namespace gpuplan::perf::inference {

namespace {

double run_seconds(const Replica& replica, double batch) {
  return prompt_pass(replica, batch) + replica.output_tokens * decode_step(replica, batch);
}

double whole_request(const Replica& replica, double first_token_s, double token_s) {
  return first_token_s + (replica.output_tokens - 1.0) * token_s;
}

Operation at_fixed_batch(const Replica& replica, double batch) {
  const double running = std::max(1.0, batch);
  const double run = run_seconds(replica, running);
  Operation operation;
  operation.batch = batch;
  operation.requests_s = batch / run;
  operation.token_s = decode_step(replica, running);
  operation.first_token_s =
      prompt_pass(replica, running) + run / 2.0 * std::min(1.0, batch) + replica.idle_first_token_s;
  operation.latency_s = whole_request(replica, operation.first_token_s, operation.token_s);
  operation.in_work = operation.requests_s * operation.latency_s;
  return operation;
}

double load_of(const Replica& replica, double batch) {
  if (replica.batching == Batching::fixed_batch)
    return batch / run_seconds(replica, std::max(1.0, batch));
  return batch / (replica.output_tokens * decode_step(replica, batch) + batch * replica.prompt_s);
}

/// Requests of an open loop: those of Little's law.
double in_work_at(const Operation& operation) {
  return operation.requests_s * operation.latency_s;
}

} // namespace

double mean_wait(double arrivals_s, double service_s) {
  const double busy = arrivals_s * service_s;
  return busy < 1 ? busy * service_s / (2.0 * (1.0 - busy))
                  : std::numeric_limits<double>::infinity();
}

Capacity capacity(const Replica& replica) {
  Capacity result;
  result.batch = replica.batch_max;
  const double spread = replica.length_spread;
  if (replica.batching == Batching::fixed_batch) {
    result.batch = std::max(1.0, replica.batch_max);
    result.requests_s = spread * result.batch / run_seconds(replica, result.batch);
    result.output_tokens_s = result.requests_s * replica.output_tokens;
    return result;
  }
  result.output_tokens_s =
      spread * replica.pipeline_share * result.batch / mixed_step(replica, result.batch);
  result.requests_s = result.output_tokens_s / replica.output_tokens;
  return result;
}

Operation alone(const Replica& replica) {
  Operation operation;
  operation.batch = 1;
  operation.first_token_s = prompt_pass(replica, 1) + replica.idle_first_token_s;
  operation.token_s = decode_step(replica, 1);
  operation.latency_s = whole_request(replica, operation.first_token_s, operation.token_s);
  operation.requests_s = 1.0 / operation.latency_s;
  operation.in_work = 1;
  return operation;
}

Operation at_batch(const Replica& replica, double batch) {
  if (replica.batching == Batching::fixed_batch)
    return at_fixed_batch(replica, batch);
  Operation operation;
  operation.batch = batch;
  operation.requests_s = load_of(replica, batch);
  operation.token_s =
      decode_step(replica, batch) + batch * replica.prompt_s / replica.output_tokens;
  operation.queue_s = mean_wait(operation.requests_s, replica.prompt_s);
  operation.first_token_s = prompt_pass(replica, 1) + operation.token_s / 2.0 +
                            replica.loaded_first_token_s + operation.queue_s;
  operation.latency_s = whole_request(replica, operation.first_token_s, operation.token_s);
  operation.in_work = in_work_at(operation);
  return operation;
}

Operation at_load(const Replica& replica, double requests_s) {
  const double batch = largest_batch(
      replica.batch_max, [&](double tried) { return requests_s - load_of(replica, tried); });
  Operation operation = at_batch(replica, batch);
  operation.requests_s = requests_s;
  operation.in_work = in_work_at(operation);
  return operation;
}

Operation closed_loop(const Replica& replica, double clients) {
  if (replica.batching == Batching::fixed_batch)
    return at_fixed_batch(replica, std::clamp(clients, 1.0, std::max(1.0, replica.batch_max)));
  const double batch = std::min(clients, replica.batch_max);
  const double prompt = replica.prompt_s;
  const double mixed = mixed_step(replica, batch);
  const double outputs = replica.output_tokens;

  Operation operation;
  operation.batch = batch;
  operation.in_work = clients;
  operation.token_s = std::max(decode_step(replica, batch), mixed - prompt / outputs);
  operation.first_token_s = prompt_pass(replica, 1) + mixed / 2.0 + replica.loaded_first_token_s +
                            std::max(0.0, clients - 1.0) * prompt / 4.0;
  operation.requests_s = clients / (operation.first_token_s + outputs * mixed);
  if (clients > replica.batch_max) {
    const Capacity most = capacity(replica);
    operation.requests_s = std::min(operation.requests_s, most.requests_s);
    operation.first_token_s += (clients - replica.batch_max) / operation.requests_s;
  }
  operation.latency_s = whole_request(replica, operation.first_token_s, operation.token_s);
  return operation;
}

double slack_of(const Operation& operation, const Limits& limits) {
  return std::min({1.0 - operation.first_token_s / limits.first_token_s,
                   1.0 - operation.token_s / limits.token_s,
                   1.0 - operation.latency_s / limits.latency_s});
}

Operation best_within(const Replica& replica, const Limits& limits, double highest_load) {
  const double batch = largest_batch(replica.batch_max, [&](double tried) {
    const Operation operation = at_batch(replica, tried);
    return std::min(1.0 - operation.requests_s / highest_load, slack_of(operation, limits));
  });
  if (batch > 0)
    return at_batch(replica, batch);
  Operation none = alone(replica);
  none.requests_s = 0;
  none.in_work = 0;
  return none;
}

} // namespace gpuplan::perf::inference
