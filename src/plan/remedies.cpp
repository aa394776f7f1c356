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
               "another count of devices, a larger --batch"},
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
    ReasonText{"asked.gpu", "other chips", "--gpu"},
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

ReasonText reason_text(std::string_view reason) {
  for (const auto& text : k_reasons) {
    if (text.reason == reason)
      return text;
  }
  return {.reason = reason, .phrase = reason, .remedy = ""};
}

} // namespace gpuplan::plan
