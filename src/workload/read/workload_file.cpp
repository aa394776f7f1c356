#include "workload/read/workload_file.hpp"

#include "source/fields.hpp"
#include "workload/demand/demand_builder.hpp"
#include "workload/model/model_arithmetic.hpp"
#include "workload/read/constraints_reader.hpp"
#include "workload/read/fault.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::workload {
namespace {

/// The model of a job; a mapping written into a flag (`--set model={params: 8B}`) is read as YAML.
std::optional<Architecture> stated_model(const source::Document* file,
                                         const Statements& stated,
                                         const ModelSources& sources,
                                         core::DiagnosticSink& sink) {
  const auto* statement = stated.find("model");
  if (statement == nullptr) {
    // A model that was stated and is faulty was reported; none at all is reported here.
    const bool faulty =
        stated.faulty("model") || (file != nullptr && file->root.find("model") != nullptr);
    if (!faulty)
      report_fault(sink,
                   stated.root(),
                   "WRK030",
                   "met a job without a model",
                   "name one (--model): a catalog id, a hub id, a path, or a size such as 8B");
    return std::nullopt;
  }
  if (statement->mapping != nullptr)
    return resolve_model(
        {.word = {}, .document = file, .mapping = statement->mapping, .at = statement->at},
        sources,
        sink);
  if (statement->by_flag && statement->text.starts_with('{')) {
    const auto text =
        std::make_shared<const source::SourceText>(statement->at.file, statement->text);
    const auto document = source::read_yaml(text, source::k_yaml_limits, sink);
    if (!document)
      return std::nullopt;
    return resolve_model(
        {.word = {}, .document = &*document, .mapping = &document->root, .at = statement->at},
        sources,
        sink);
  }
  ModelSources places = sources;
  if (statement->by_flag)
    places.base_folder.clear(); // a path in a flag begins in the working folder
  return resolve_model({.word = statement->text, .at = statement->at}, places, sink);
}

/// The one quantity that is sought; a second is a fault.
std::optional<SolveFor> solved_for(JobContext& job) {
  std::optional<SolveFor> solve;
  for (const auto& [path, statement] : job.stated.all()) {
    if (statement.sought == Sought::nothing)
      continue;
    if (solve) {
      job.fault(path,
                fmt::format("met {} to be solved for beside {}, expected one", path, solve->key));
      continue;
    }
    const bool largest = statement.sought == Sought::largest;
    const bool is_limit = path.starts_with("constraints.");
    if (largest == is_limit)
      job.fault(path,
                fmt::format("met {} for {}, expected {}",
                            largest ? "max" : "min",
                            path,
                            is_limit ? "min" : "max"));
    solve = SolveFor{.key = path, .largest = largest};
  }
  return solve;
}

void read_around(JobContext& job, const Demand& demand, Around& around) {
  const auto hours = [&](std::string_view key, std::string_view default_key, Weighs weighs) {
    if (const auto stated = job.stated.number(key))
      return *stated;
    job.assume_default(key, default_key, weighs);
    return job.defaults.hours(default_key);
  };
  around.setup_hours = hours("run.setup", "run.setup", Weighs::much);
  if (demand.kind == JobKind::train) {
    around.evaluation_hours = hours("run.evaluation", "run.evaluation", Weighs::little);
    const auto retries = job.stated.number("run.retries");
    around.retries = retries ? *retries : job.defaults.count("run.retries");
    if (!retries)
      job.assume_default("run.retries", "run.retries", Weighs::little);
  }
  around.dataset_at = job.stated.text("data.at").value_or("");
  const auto size = job.stated.number("data.size");
  around.dataset_bytes = size.value_or(0);
  if (demand.kind != JobKind::train)
    return;
  const auto& training = demand.training;
  const double passes =
      std::max(1.0, job.stated.number("data.epochs").value_or(job.defaults.count("train.epochs")));
  const double units = training.units_total / passes;
  around.bytes_per_unit =
      reads_tokens(demand.model) ? job.defaults.count("data.token_bytes") : training.sample_bytes;
  if (size) {
    if (units > 0)
      around.bytes_per_unit = *size / units;
    return;
  }
  around.dataset_bytes = units * around.bytes_per_unit;
  if (around.dataset_bytes > 0)
    job.assume("data.size",
               fmt::format("{:.3g}GB", around.dataset_bytes / core::k_bytes_per_gb),
               reads_tokens(demand.model) ? job.defaults.why("data.token_bytes")
                                          : job.defaults.why("data.image_bytes"),
               Weighs::little);
}

void add_model_notes(const Architecture& model, std::vector<std::string>& notes) {
  notes.insert(notes.begin(), model.notes.begin(), model.notes.end());
  for (const auto& part : model.left_out)
    notes.push_back(fmt::format("not counted: {}", part));
}

Demand build_demand(JobContext& job, Architecture model, Workload& workload) {
  Demand demand;
  demand.kind = job_kind(job, model);
  check_scopes(job, demand.kind);
  if (demand.kind == JobKind::train) {
    demand.training = build_training(job, model);
    demand.stack = job_stack(job, demand.kind, model, demand.training.method);
  } else {
    demand.stack = job_stack(job, demand.kind, model, Method::full);
    demand.serving = build_serving(job, demand.kind, model, demand.stack);
  }
  if (demand.kind == JobKind::serve && job.stated.has("constraints.deadline"))
    job.fault("constraints.deadline",
              "met constraints.deadline for a serve job, which has no end",
              "for how fast requests are answered say serve.ttft, serve.tpot or serve.latency; for "
              "requests that end, kind: batch-inference");
  workload.precision_given = job.stated.has("precision") || job.stated.has("precision.compute");
  workload.weights_given = job.stated.has("precision") || job.stated.has("precision.weights");
  demand.stack_given = job.stated.has("stack");
  demand.model = std::move(model);
  return demand;
}

} // namespace

std::optional<Workload> build_workload(const source::Document* file,
                                       const Overrides& overrides,
                                       const ModelSources& sources,
                                       core::DiagnosticSink& sink) {
  const auto errors = sink.error_count();
  const auto stated = Statements::read(file, overrides, sink);
  Workload workload;
  Defaults defaults(sources.settings, sink);
  JobContext job{.stated = stated,
                 .defaults = defaults,
                 .preset = {},
                 .assumptions = workload.assumptions,
                 .notes = workload.notes,
                 .sink = sink};
  read_constraints(job, workload);
  workload.solve = solved_for(job);
  auto model = stated_model(file, stated, sources, sink);
  if (!model)
    return std::nullopt;
  workload.demand = build_demand(job, std::move(*model), workload);
  read_around(job, workload.demand, workload.around);
  workload.preset = job.preset;
  workload.name = stated.text("name").value_or(workload.demand.model.name);
  workload.checkpoint_bytes = workload.demand.kind == JobKind::train
                                  ? checkpoint_bytes(workload.demand)
                                  : workload.demand.serving.weight_bytes;
  add_model_notes(workload.demand.model, workload.notes);
  if (sink.error_count() != errors)
    return std::nullopt;
  return workload;
}

} // namespace gpuplan::workload
