#pragma once

#include "workload/precision.hpp"
#include "workload/read/job_context.hpp"

namespace gpuplan::workload {

/// What kind of job it is: as stated, else served where users, rates or latencies are, else a
/// fine-tune of a language model or training of another network. The word goes to `job.preset`;
/// one that was not stated is an assumption.
JobKind job_kind(JobContext& job, const Architecture& model);

/// Reports what is stated but is about another kind of job.
void check_scopes(JobContext& job, JobKind kind);

/// The software, as stated or by kind of job and network.
Stack job_stack(JobContext& job, JobKind kind, const Architecture& model, Method method);

/// Fills what a training step and the whole job ask for; every value that was not stated is an
/// assumption with its reason.
TrainingDemand build_training(JobContext& job, const Architecture& model);

/// Fills what serving or batch inference asks for.
ServingDemand build_serving(JobContext& job, JobKind kind, const Architecture& model, Stack stack);

/// How many times the model's reference input a sample is; 1 where nothing is stated.
double stated_spatial_scale(JobContext& job, const Architecture& model);

/// Bytes of one sample in storage; 0 where reading them does not matter.
double sample_bytes(JobContext& job, const Architecture& model, double spatial_scale);

} // namespace gpuplan::workload
