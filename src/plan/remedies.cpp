#include "plan/remedies.hpp"

#include <array>

namespace gpuplan::plan {
namespace {

constexpr std::array k_reasons{
    ReasonText{"memory.fits",
               "too little memory",
               "--method lora or qlora, more devices (--nodes), a shorter --seq"},
    ReasonText{"layout.divides",
               "no layout uses every device",
               "another count of devices, a --batch that they divide"},
    ReasonText{"compute.precision-supported",
               "no such number format on the chip",
               "--precision bf16 or fp16"},
    ReasonText{"compute.framework-supported", "the software does not run on the chip", "--stack"},
    ReasonText{"bandwidth.multi-node-network-large",
               "network unknown or slow for many nodes",
               "--assume network_gbps=400"},
    ReasonText{"reliability.ecc-long",
               "no ECC for a long run on many devices",
               "fewer devices or a shorter run"},
    ReasonText{"purchase.reserved-horizon",
               "commitments",
               "--project-duration 12mo --hours-per-month 300"},
    ReasonText{"purchase.spot-needs-checkpoint",
               "may be interrupted, the job cannot resume",
               "checkpoints (--can-resume true)"},
    ReasonText{"policy.place", "outside the places asked for", "--region"},
    ReasonText{"policy.provider", "other providers or community hosts", "--provider, --community"},
    ReasonText{"policy.budget", "over the budget", "--budget"},
    ReasonText{"policy.budget-monthly", "over the budget", "--budget"},
    ReasonText{"policy.deadline", "slower than the deadline", "--deadline"},
    ReasonText{"policy.quota", "quota too small", ""},
    ReasonText{"serve.latency-slo",
               "slower than the latency asked for",
               "--ttft, --tpot, --latency"},
    ReasonText{"serve.capacity", "cannot serve the load", "--rps, --nodes"},
    ReasonText{"network.unknown",
               "several machines, network between them not known",
               "--assume network_gbps=400"},
    ReasonText{"time.unknown", "time cannot be told", ""},
    ReasonText{"price.none", "no price", "a price row of your own: --catalog FILE"},
    ReasonText{"price.zero",
               "a price of zero, which is a fault of the data",
               "the right price: --catalog FILE"},
    ReasonText{"price.quarantined", "price rows with a finding about their data", "--quarantined"},
    ReasonText{"asked.ecc", "no correction of memory errors", "--ecc any"},
    ReasonText{"asked.gpu", "other chips", "--gpu"},
    ReasonText{"asked.cpu", "machines without an accelerator", "--gpu cpu"},
    ReasonText{"asked.plan", "other plans", "--on"},
    ReasonText{"asked.terms", "other terms", "--terms"},
    ReasonText{"asked.vcpus", "fewer or unknown vCPUs", "--vcpus"},
    ReasonText{"asked.host-memory", "less or unknown host memory", "--host-memory"},
    ReasonText{"asked.max-price", "dearer an hour", "--max-price"},
    ReasonText{"asked.max-gpu-price", "dearer a GPU-hour", "--max-gpu-price"},
    ReasonText{"asked.where", "outside --where", "--where"},
    ReasonText{"unconfirmed", "a fact that decides is not known", "--assume FACT=VALUE"},
    ReasonText{"currency.no-rate", "priced in another currency", "--fx CNY=0.14USD@2026-11-28"},
};

} // namespace

namespace {

/// What makes a job smaller, by what it is.
std::string_view smaller_job(const workload::Workload& workload) {
  const auto& demand = workload.demand;
  const bool samples = demand.model.sample.flops_forward > 0;
  if (demand.kind != workload::JobKind::train) {
    return samples ? "a chip with more memory, a smaller --image-size"
                   : "--weights fp8 or awq-int4, more devices (--gpu NAME:8, --nodes)";
  }
  if (samples)
    return "--micro-batch 1, a smaller --image-size, a chip with more memory";
  if (workload.preset == "pretrain")
    return "more devices (--nodes), --recompute full, a shorter --seq";
  if (demand.training.method == workload::Method::qlora)
    return "more devices, a shorter --seq";
  if (demand.training.method == workload::Method::lora)
    return "--method qlora, more devices, a shorter --seq";
  return "--method lora or qlora, more devices (--nodes), a shorter --seq";
}

} // namespace

ReasonText reason_text(std::string_view reason, const workload::Workload& workload) {
  for (const auto& text : k_reasons) {
    if (text.reason != reason)
      continue;
    return reason == "memory.fits" ? ReasonText{text.reason, text.phrase, smaller_job(workload)}
                                   : text;
  }
  return {.reason = reason, .phrase = reason, .remedy = ""};
}

} // namespace gpuplan::plan
