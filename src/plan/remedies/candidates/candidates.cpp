#include "plan/remedies/candidates/parts.hpp"

#include <algorithm>
#include <array>

namespace gpuplan::plan {
namespace {

/// A batch that the devices divide, and the counts of machines that divide the batch.
Candidates other_division(const Miss& miss, const Trials& trials) {
  const auto& job = trials.request().workload;
  const auto offer = trials.catalog().offer(miss.offer);
  const auto devices = static_cast<std::int64_t>(
      std::max(1.0, trials.catalog().shape(offer.shape).devices.value() * miss.nodes));
  Candidates all;
  if (trains(job)) {
    const auto batch = job.demand.training.global_batch;
    const auto divided = (batch + devices - 1) / devices * devices;
    for (const int factor : {1, 2, 4})
      add(all, "batch.global", std::to_string(divided * factor));
  }
  for (const auto* nodes : {"1", "2", "4"})
    add(all, "nodes", nodes);
  return all;
}

Candidates other_format(const Miss&, const Trials&) {
  Candidates all;
  for (const auto* format : {"bf16", "fp16", "fp32"})
    add(all, "precision", format);
  return all;
}

Candidates other_software(const Miss&, const Trials& trials) {
  Candidates all;
  const bool training = trains(trials.request().workload);
  constexpr std::array k_training{"fsdp", "framework-amp", "megatron", "xla", "neuron"};
  constexpr std::array k_serving{"vllm", "transformers", "llama-cpp", "xla", "neuron"};
  for (const auto* stack : training ? k_training : k_serving)
    add(all, "stack", stack);
  return all;
}

Candidates unpacked(const Miss&, const Trials& trials) {
  Candidates all;
  const auto& demand = trials.request().workload.demand;
  if (!trains(trials.request().workload)) {
    for (const auto* format : {"fp8", "bf16", "fp16"})
      add(all, "precision.weights", format);
    return all;
  }
  if (demand.training.method == workload::Method::qlora)
    add(all, "method", "lora");
  if (demand.training.optimizer == workload::Optimizer::adamw_8bit)
    add(all, "optimizer", "adamw");
  return all;
}

Candidates known_network(const Miss&, const Trials&) {
  Candidates all;
  add_network(all);
  add(all, "nodes", "1");
  return all;
}

Candidates fewer_nodes(const Miss&, const Trials&) {
  Candidates all;
  add_network(all);
  for (const auto* nodes : {"8", "4", "2", "1"})
    add(all, "nodes", nodes);
  return all;
}

Candidates resumable(const Miss&, const Trials&) {
  Candidates all;
  add(all, "purchase.can_resume", "true");
  return all;
}

Candidates doubtful_rows(const Miss&, const Trials&) {
  Candidates all;
  add(all, "constraints.quarantined", "true");
  return all;
}

Candidates tellable(const Miss&, const Trials& trials) {
  Candidates all;
  if (!trains(trials.request().workload)) {
    add(all, "precision.weights", "bf16");
    add(all, "stack", "vllm");
  }
  add_network(all);
  return all;
}

Candidates dropped_limit(const Miss& miss, const Trials&) {
  Candidates all;
  add_relaxation(all, miss.reason);
  return all;
}

struct Suit {
  std::string_view reason;
  Candidates (*candidates)(const Miss& miss, const Trials& trials);
};

constexpr std::array k_suits{
    Suit{"memory.fits", less_memory},
    Suit{"layout.divides", other_division},
    Suit{"compute.precision-supported", other_format},
    Suit{"compute.framework-supported", other_software},
    Suit{"compute.packing-supported", unpacked},
    Suit{"bandwidth.multi-node-network-large", fewer_nodes},
    Suit{"reliability.ecc-long", fewer_nodes},
    Suit{"network.unknown", known_network},
    Suit{"unconfirmed", known_network},
    Suit{"time.unknown", tellable},
    Suit{"purchase.reserved-horizon", longer_project},
    Suit{"purchase.project-hours", more_project_hours},
    Suit{"purchase.spot-needs-checkpoint", resumable},
    Suit{"policy.place", wider_place},
    Suit{"policy.provider", more_providers},
    Suit{"policy.budget", larger_budget},
    Suit{"policy.budget-monthly", larger_budget},
    Suit{"policy.deadline", later_deadline},
    Suit{"serve.ttft", slower_answers},
    Suit{"serve.tpot", slower_answers},
    Suit{"serve.latency", slower_answers},
    Suit{"serve.answers", slower_answers},
    Suit{"serve.capacity", smaller_load},
    Suit{"serve.capacity-users", fewer_users},
    Suit{"price.quarantined", doubtful_rows},
    Suit{"asked.cpu", processors},
};

} // namespace

std::vector<Candidate> candidates_for(const Miss& miss, const Trials& trials) {
  for (const auto& suit : k_suits) {
    if (suit.reason == miss.reason)
      return suit.candidates(miss, trials);
  }
  return dropped_limit(miss, trials);
}

} // namespace gpuplan::plan
