#pragma once

#include "plan/remedies/candidates/candidates.hpp"

namespace gpuplan::plan {

using Candidates = std::vector<Candidate>;

/// A key stated as its flag states it.
workload::Override stated(std::string_view key, std::string value);

/// A candidate of one key.
void add(Candidates& all, std::string_view key, std::string value);

/// The limit behind a reason, dropped.
void add_relaxation(Candidates& all, std::string_view reason);

/// More machines than those at which the offer missed, where their number is fixed.
void add_more_nodes(Candidates& all, const workload::Workload& job);

/// The network between machines, as usual fabrics have it.
void add_network(Candidates& all);

bool reads_samples(const workload::Workload& job);
bool trains(const workload::Workload& job);

// What suits a reason.
Candidates less_memory(const Miss& miss, const Trials& trials);
Candidates longer_project(const Miss& miss, const Trials& trials);
Candidates wider_place(const Miss& miss, const Trials& trials);
Candidates more_providers(const Miss& miss, const Trials& trials);
Candidates processors(const Miss& miss, const Trials& trials);
Candidates larger_budget(const Miss& miss, const Trials& trials);
Candidates more_project_hours(const Miss& miss, const Trials& trials);
Candidates later_deadline(const Miss& miss, const Trials& trials);
Candidates slower_answers(const Miss& miss, const Trials& trials);
Candidates smaller_load(const Miss& miss, const Trials& trials);
Candidates fewer_users(const Miss& miss, const Trials& trials);

} // namespace gpuplan::plan
