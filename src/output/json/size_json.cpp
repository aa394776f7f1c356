#include "output/json/envelope.hpp"
#include "output/reports/size_report.hpp"

#include <nlohmann/json.hpp>

namespace gpuplan::output {
namespace {

using Json = nlohmann::ordered_json;

Json gib(const core::Known<core::Bytes>& size) {
  return size ? number_json(core::to_gib(*size)) : Json(nullptr);
}

/// The same words as in the vocabulary of facts.
const char* rate_key(const workload::Demand& demand) {
  switch (demand.kind) {
  case workload::JobKind::serve: return "requests_s";
  case workload::JobKind::batch_inference: return "throughput_samples_s";
  case workload::JobKind::train: break;
  }
  return demand.model.sample.flops_forward == 0 ? "throughput_tokens_s" : "throughput_samples_s";
}

Json chip_json(const workload::Demand& demand, const plan::ChipSize& chip) {
  Json entry{{"accelerator", chip.chip}};
  entry["gpu_memory_gib"] = gib(chip.memory);
  entry["gpus_total"] = chip.devices == 0 ? Json(nullptr) : Json(chip.devices);
  entry["no_software"] = chip.no_software.empty() ? Json(nullptr) : Json(chip.no_software);
  if (chip.devices == 0) {
    entry["fit"] = to_string(chip.room_known && chip.no_software.empty() ? sizing::Fit::does_not_fit
                                                                         : sizing::Fit::unknown);
    return entry;
  }
  entry["memory_needed_gib"] = number_json(core::to_gib(chip.setup.memory.device));
  entry["fit"] = to_string(chip.setup.fit);
  entry["layout"] = workload::describe(chip.setup.layout, demand.kind);
  const bool serves = demand.kind == workload::JobKind::serve;
  entry["time_hours"] =
      chip.run && !serves ? number_json(core::to_hours(*chip.run)) : Json(nullptr);
  entry[rate_key(demand)] = number_json(chip.setup.units_per_s);
  return entry;
}

} // namespace

std::string size_json(const catalog::Catalog& catalog,
                      const workload::Workload& workload,
                      const plan::JobSize& size,
                      core::Date as_of) {
  const auto& demand = workload.demand;
  const auto& model = demand.model;
  Json root;
  begin_envelope(root, "size", catalog, as_of, {});
  root["model"] = model.name;
  root["family"] = model.family;
  root["network"] = to_string(model.network);
  root["params_total"] = model.params.total;
  root["params_active"] = model.params.active;
  root["params_embedding"] = model.params.embedding;
  root["params_experts"] = model.params.experts;
  root["params_other_towers"] = model.params.other_towers;
  root["left_out"] = model.left_out;
  root["notes"] = workload.notes;
  root["native_format"] = model.native_format;
  root["kind"] = to_string(demand.kind);
  if (demand.kind == workload::JobKind::train) {
    root["flops_per_unit"] = number_json(demand.training.flops_per_unit);
    root["units_total"] = number_json(demand.training.units_total);
  } else {
    root["weight_bytes"] = number_json(demand.serving.weight_bytes);
    root["weight_format"] = to_string(demand.serving.weights);
    root["kv_bytes_per_token"] = number_json(demand.serving.kv_bytes_per_token);
  }
  root["state_gib"] = gib(size.state);
  root["activations_gib"] = gib(size.activations);
  Json chips = Json::array();
  for (const auto& chip : size.chips)
    chips.push_back(chip_json(demand, chip));
  root["results"] = std::move(chips);
  Json savings = Json::array();
  for (const auto& saving : size.savings) {
    savings.push_back({{"name", saving.name},
                       {"change", saving.change},
                       {"memory_needed_gib", number_json(core::to_gib(saving.device))}});
  }
  root["less_memory"] = std::move(savings);
  return text_of(root);
}

} // namespace gpuplan::output
