#include "validation/inference/language_truth.hpp"

#include "perf/inference/interval.hpp"
#include "validation/inference/hardware.hpp"
#include "validation/inference/language_forms.hpp"

#include <algorithm>
#include <set>

namespace gpuplan::validation {

namespace {

using perf::inference::Coefficients;
using perf::inference::Engine;
using perf::inference::Values;

/// MLPerf: the fewest ranks (1, 2, 4, 8) that hold the weights in 76 % of their memory.
int mlperf_ranks(double weight_bytes, double memory_bytes) {
  int ranks = 1;
  while (ranks < 8 && weight_bytes > 0.76 * ranks * memory_bytes)
    ranks *= 2;
  return ranks;
}

Coefficients bound(const Values& values) {
  core::DiagnosticSink sink;
  return Coefficients::bind(values, sink).value();
}

class LanguageTruth {
public:
  LanguageTruth(const std::string& facts, const Values& values)
      : values_(values),
        coefficients_(bound(values)),
        hardware_(facts),
        models_(facts) {}

  void compare(const Record& row, Outcome& outcome) const {
    if (const std::string_view reason = set_aside(row); !reason.empty()) {
      ++outcome.left_out["set aside: " + std::string{reason}];
      return;
    }
    std::string why;
    double band = 1;
    const std::optional<double> predicted = predict_row(row, band, why);
    if (!predicted) {
      ++outcome.left_out[why];
      return;
    }
    outcome.compared.push_back({.id = text(row, "id"),
                                .group = group_of(row),
                                .kind = text(row, "engine") + "|" + text(row, "accelerator_id") +
                                        "|" + text(row, "model") + "|" +
                                        text(row, "weight_precision"),
                                .measured = number(row, "measured_value"),
                                .predicted = *predicted,
                                .band = band});
  }

private:
  std::optional<double> predict_row(const Record& row, double& band, std::string& why) const {
    const std::optional<Software> software = software_of(row);
    if (!software) {
      why = "no engine class: " + text(row, "engine");
      return std::nullopt;
    }
    const auto weights = format_of(row, software->engine);
    const auto model = models_.find(row);
    const catalog::Accelerator* chip = hardware_.find(text(row, "accelerator_id"));
    if (!weights || !model || chip == nullptr) {
      why = !weights ? "format " + text(row, "weight_precision") + " in " + text(row, "engine")
            : !model ? "model without dimensions"
                     : "card without figures: " + text(row, "accelerator_id");
      return std::nullopt;
    }
    const workload::Demand demand = demand_of(row, *model, *software, *weights);
    return predict_on(row, demand, *software, *chip, band, why);
  }

  std::optional<double> predict_on(const Record& row,
                                   const workload::Demand& demand,
                                   const Software& software,
                                   const catalog::Accelerator& chip,
                                   double& band,
                                   std::string& why) const {
    const int count = static_cast<int>(number(row, "accelerator_count", 1));
    workload::Layout layout;
    layout.tensor = static_cast<int>(number(row, "tp", 1));
    layout.pipeline = static_cast<int>(number(row, "pp", 1));
    if (software.engine == Engine::neuronx)
      layout.tensor = count;
    if (starts_with(text(row, "scenario"), "mlperf")) {
      const auto use = multiplication(
          coefficients_, demand.serving.weights, demand.serving.compute, software.engine, chip);
      if (!use) {
        why = std::string{use.why_unknown()};
        return std::nullopt;
      }
      layout.tensor =
          std::min(count,
                   mlperf_ranks(stored_bytes(demand.model, coefficients_.format(use->use)),
                                chip.memory->count()));
    }
    const catalog::Shape shape = Hardware::shape(chip, std::max(count, 8));
    const perf::Topology topology{&chip, &shape, 1};
    const auto replica = make_replica(
        coefficients_,
        demand,
        layout,
        topology,
        {.engine = perf::inference::describe_engine(software.engine),
         .time_factor =
             software.release.empty() ? 0.0 : values_.at("inference.engine." + software.release)});
    if (!replica) {
      why = "unknown: " + std::string{replica.why_unknown()};
      return std::nullopt;
    }
    band = language_band(coefficients_.bands,
                         {.chip = replica->chip_measured,
                          .generation = replica->generation_measured,
                          .eager = replica->eager})
               .factor;
    const Run run{row,
                  coefficients_,
                  software,
                  *replica,
                  static_cast<double>(count) / (layout.tensor * layout.pipeline),
                  number(row, "batch_or_concurrency", 1)};
    const std::optional<double> predicted = predict(run);
    if (!predicted)
      why = "metric " + text(row, "measured_metric") + " not predicted";
    return predicted;
  }

  const Values& values_;
  Coefficients coefficients_;
  Hardware hardware_;
  LanguageModels models_;
};

/// The id under which a total's run states its output tokens: one run counts once.
std::string same_run_output(const Record& row) {
  const std::string& id = text(row, "id");
  const std::size_t end = id.rfind("-tot");
  return end == std::string::npos ? std::string{} : id.substr(0, end) + "-out" + id.substr(end + 4);
}

bool is_language_row(const Record& row) {
  return number(row, "hidden") > 0 && !contains(text(row, "model"), "bert") &&
         !contains(text(row, "model"), "electra");
}

} // namespace

Outcome compare_language_models(const std::string& facts, const Values& values) {
  const LanguageTruth truth{facts, values};
  const std::vector<Record> rows = read_records(facts + "/truth_inference.csv");
  std::set<std::string> outputs;
  for (const Record& row : rows)
    if (text(row, "measured_metric") == "output_tokens_per_s_total")
      outputs.insert(text(row, "id"));
  Outcome outcome;
  for (const Record& row : rows)
    if (is_language_row(row)) {
      if (outputs.count(same_run_output(row)) > 0)
        ++outcome.left_out["total of a run whose output is compared"];
      else
        truth.compare(row, outcome);
    }
  return outcome;
}

} // namespace gpuplan::validation
