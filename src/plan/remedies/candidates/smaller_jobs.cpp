#include "plan/remedies/candidates/parts.hpp"

#include <algorithm>

namespace gpuplan::plan {
namespace {

using workload::Method;
using workload::Workload;

/// The global batch limits the groups that state is sharded over; one that was assumed may be
/// larger.
void add_larger_batches(Candidates& all, const Workload& job) {
  const auto assumed = [](const auto& assumption) { return assumption.flag == "--batch"; };
  if (job.demand.training.method != Method::full || !std::ranges::any_of(job.assumptions, assumed))
    return;
  for (const int factor : {4, 16})
    add(all, "batch.global", std::to_string(job.demand.training.global_batch * factor));
}

void add_smaller_methods(Candidates& all, const Workload& job) {
  const auto method = job.demand.training.method;
  if (job.preset == "pretrain" || reads_samples(job))
    return;
  if (method == Method::full)
    add(all, "method", "lora");
  add_larger_batches(all, job);
  if (method != Method::qlora)
    add(all, "method", "qlora");
}

void add_shorter_sequences(Candidates& all, const Workload& job) {
  constexpr std::int64_t k_shortest = 128;
  std::int64_t tokens = job.demand.training.sequence / 2;
  for (; tokens >= k_shortest && !reads_samples(job); tokens /= 2)
    add(all, "data.sequence_length", std::to_string(tokens));
}

Candidates smaller_training(const Workload& job) {
  const auto& training = job.demand.training;
  Candidates all;
  if (!training.recompute)
    add(all, "recompute", "full");
  if (!training.micro_batch)
    add(all, "batch.micro", "1");
  add_smaller_methods(all, job);
  if (training.method == Method::full && training.optimizer == workload::Optimizer::adamw)
    add(all, "optimizer", "adamw-8bit");
  add_more_nodes(all, job);
  add_shorter_sequences(all, job);
  add_network(all);
  // The smallest there is: everything at once.
  workload::Overrides everything{stated("recompute", "full"), stated("batch.micro", "1")};
  if (job.preset != "pretrain" && !reads_samples(job) && training.method != Method::qlora)
    everything.push_back(stated("method", "qlora"));
  all.push_back({.changes = std::move(everything), .flag = {}});
  return all;
}

Candidates smaller_service(const Workload& job) {
  Candidates all;
  if (!reads_samples(job)) {
    for (const auto* format : {"fp8", "awq_int4"})
      add(all, "precision.weights", format);
    add(all, "precision.kv", "fp8");
  }
  add_more_nodes(all, job);
  add_network(all);
  return all;
}

} // namespace

Candidates less_memory(const Miss&, const Trials& trials) {
  const auto& job = trials.request().workload;
  return trains(job) ? smaller_training(job) : smaller_service(job);
}

} // namespace gpuplan::plan
