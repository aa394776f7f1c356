#include "plan/remedies/candidates/parts.hpp"

#include "plan/remedies/relaxations.hpp"
#include "workload/keys/keys.hpp"

namespace gpuplan::plan {

using workload::Workload;

workload::Override stated(std::string_view key, std::string value) {
  const auto* found = workload::find_key(key);
  return {.key = std::string(key),
          .value = std::move(value),
          .origin = std::string(found == nullptr ? key : found->flag)};
}

void add(Candidates& all, std::string_view key, std::string value) {
  all.push_back({.changes = {stated(key, std::move(value))}, .flag = {}});
}

void add_relaxation(Candidates& all, std::string_view reason) {
  for (const auto& relaxation : relaxations()) {
    if (relaxation.reason == reason)
      all.push_back(
          {.changes = {}, .flag = std::string(relaxation.flag), .relax = relaxation.relax});
  }
}

bool reads_samples(const Workload& job) {
  return job.demand.model.sample.flops_forward > 0;
}

bool trains(const Workload& job) {
  return job.demand.kind == workload::JobKind::train;
}

/// `nodes` above those at which the offer missed, where their number is fixed.
void add_more_nodes(Candidates& all, const Workload& job) {
  if (!job.nodes)
    return;
  for (const int factor : {2, 4, 8, 16})
    add(all, "nodes", std::to_string(*job.nodes * factor));
}

void add_network(Candidates& all) {
  constexpr std::string_view k_usual_fabric = "400";
  add(all, "assume.network_gbps", std::string(k_usual_fabric));
}

} // namespace gpuplan::plan
