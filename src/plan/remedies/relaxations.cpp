#include "plan/remedies/relaxations.hpp"

#include <array>

namespace gpuplan::plan {
namespace {

using workload::Workload;

/// Empties a list or an optional; false where it was empty.
template <class Limit>
bool drop(Limit& limit) {
  const bool set = limit != Limit{};
  limit = Limit{};
  return set;
}

constexpr std::array k_relaxations{
    Relaxation{"asked.gpu",
               "--gpu",
               [](Workload& job) { return drop(job.constraints.accelerators); }},
    Relaxation{"policy.place",
               "--region",
               [](Workload& job) { return drop(job.constraints.places); }},
    Relaxation{"policy.provider",
               "--provider",
               [](Workload& job) { return drop(job.constraints.providers); }},
    Relaxation{"policy.deadline",
               "--deadline",
               [](Workload& job) { return drop(job.constraints.deadline_hours); }},
    Relaxation{"purchase.project-hours",
               "--project-duration",
               [](Workload& job) { return drop(job.purchase.project_duration_hours); }},
    Relaxation{"policy.budget",
               "--budget",
               [](Workload& job) { return drop(job.constraints.budget); }},
    Relaxation{"asked.terms", "--terms", [](Workload& job) { return drop(job.purchase.terms); }},
    Relaxation{"asked.max-price",
               "--max-price",
               [](Workload& job) { return drop(job.constraints.max_price); }},
    Relaxation{"asked.max-gpu-price",
               "--max-gpu-price",
               [](Workload& job) { return drop(job.constraints.max_gpu_price); }},
    Relaxation{"asked.vcpus",
               "--vcpus",
               [](Workload& job) { return drop(job.constraints.least_vcpus); }},
    Relaxation{"asked.host-memory",
               "--host-memory",
               [](Workload& job) { return drop(job.constraints.least_host_memory_bytes); }},
    Relaxation{"asked.ecc",
               "--ecc",
               [](Workload& job) { return drop(job.constraints.ecc_required); }},
    Relaxation{"asked.where", "--where", [](Workload& job) { return drop(job.where); }},
    Relaxation{"asked.nodes", "--nodes", [](Workload& job) { return drop(job.nodes); }},
    Relaxation{"asked.plan", "--on", [](Workload& job) { return drop(job.on); }},
};

} // namespace

std::span<const Relaxation> relaxations() {
  return k_relaxations;
}

} // namespace gpuplan::plan
