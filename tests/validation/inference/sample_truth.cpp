#include "validation/inference/sample_truth.hpp"

#include "perf/inference/interval.hpp"
#include "perf/inference/rule_of_thumb.hpp"
#include "validation/inference/hardware.hpp"
#include "validation/inference/sample_rows.hpp"

namespace gpuplan::validation {

namespace {

using perf::inference::Coefficients;
using perf::inference::SampleClass;
using perf::inference::SampleCosts;
using perf::inference::SampleStack;
using perf::inference::Values;
using workload::NetworkClass;
using workload::WeightFormat;

Coefficients bound_for_samples(const Values& values) {
  core::DiagnosticSink sink;
  return Coefficients::bind(values, sink).value();
}

class SampleTruth {
public:
  SampleTruth(const std::string& facts, const Values& values)
      : values_(values),
        coefficients_(bound_for_samples(values)),
        hardware_(facts) {}

  void compare(const Record& row, Outcome& outcome) const {
    std::string why;
    std::string group;
    double band = 1;
    const std::optional<double> predicted = starts_with(text(row, "scenario"), "mlperf")
                                                ? predict_mlperf(row, group, band, why)
                                                : predict_code(row, group, band, why);
    if (!predicted) {
      ++outcome.left_out[why];
      return;
    }
    outcome.compared.push_back({.id = text(row, "id"),
                                .group = group,
                                .kind = text(row, "engine") + "|" + text(row, "accelerator_id") +
                                        "|" + text(row, "model") + "|" +
                                        text(row, "weight_precision"),
                                .measured = number(row, "measured_value"),
                                .predicted = *predicted,
                                .band = band});
  }

private:
  double figure(std::string_view key, std::string_view name, double otherwise) const {
    const auto found =
        values_.find("inference.samples.mlperf." + std::string{key} + "." + std::string{name});
    return found == values_.end() ? otherwise : found->second;
  }

  /// The coefficients with the network's own factor and the release's speed.
  Coefficients for_benchmark(const Record& row, const Benchmark& benchmark) const {
    Coefficients own = coefficients_;
    auto& which = own.tensorrt_classes[static_cast<std::size_t>(benchmark.which)];
    which.work = figure(benchmark.key, "work", 1);
    which.single_ms = figure(benchmark.key, "single_ms", 0);
    which.single_factor = figure(benchmark.key, "single_factor", 1);
    own.samples.tensorrt_speed =
        values_.at("inference.samples.tensorrt.release." + std::string{tensorrt_release(row)});
    return own;
  }

  std::optional<double>
  predict_mlperf(const Record& row, std::string& group, double& band, std::string& why) const {
    const Benchmark* benchmark = benchmark_of(row);
    const catalog::Accelerator* chip = hardware_.find(text(row, "accelerator_id"));
    if (benchmark == nullptr || chip == nullptr) {
      why = benchmark == nullptr ? "network without figures: " + text(row, "model")
                                 : "card without figures: " + text(row, "accelerator_id");
      return std::nullopt;
    }
    if (const std::string_view reason = set_aside_mlperf(row); !reason.empty()) {
      why = "set aside: " + std::string{reason};
      return std::nullopt;
    }
    workload::Demand demand;
    demand.model.name = "benchmark";
    demand.model.family = benchmark->which == SampleClass::depthwise ? "mobilenet" : "";
    demand.model.network = benchmark->network;
    demand.serving.weights = mlperf_format(row, *benchmark);
    demand.serving.compute = demand.serving.weights == WeightFormat::bf16
                                 ? catalog::NumberFormat::bf16
                                 : catalog::NumberFormat::fp16;
    demand.serving.flops_per_sample = 1e9 * figure(benchmark->key, "gflops", 0);
    demand.model.sample.activation_elements = 1e6 * figure(benchmark->key, "activations_m", 0);
    const catalog::Shape shape = Hardware::shape(*chip, 1);
    const auto costs = sample_costs(
        for_benchmark(row, *benchmark), demand, {chip, &shape, 1}, SampleStack::tensorrt);
    if (!costs) {
      why = "unknown: " + std::string{costs.why_unknown()};
      return std::nullopt;
    }
    band = band_of(*costs);
    return mlperf_metric(row, *benchmark, *costs, group);
  }

  std::optional<double> mlperf_metric(const Record& row,
                                      const Benchmark& benchmark,
                                      const SampleCosts& costs,
                                      std::string& group) const {
    const double chips = number(row, "accelerator_count", 1);
    const std::string& scenario = text(row, "scenario");
    const std::string& metric = text(row, "measured_metric");
    if (scenario == "mlperf-singlestream") {
      group = "mlperf single stream";
      return figure(benchmark.key, "single_ms", 0) +
             figure(benchmark.key, "single_factor", 1) * costs.sample_s * 1e3;
    }
    if (metric == "p99") {
      group = "mlperf p99";
      return figure(benchmark.key, "p99_of_bound", 1) * figure(benchmark.key, "bound_ms", 0);
    }
    const double offline = chips / costs.sample_s;
    group = scenario == "mlperf-server" ? "mlperf server" : "mlperf offline";
    return scenario == "mlperf-server" ? offline * figure(benchmark.key, "server_share", 1)
                                       : offline;
  }

  std::optional<double>
  predict_code(const Record& row, std::string& group, double& band, std::string& why) const {
    const std::string& engine = text(row, "engine");
    workload::Demand demand;
    demand.model.name = text(row, "model");
    demand.model.network = eager_network(text(row, "model"));
    if (!set_work(row, demand)) {
      why = "no published work of a sample: " + text(row, "scenario");
      return std::nullopt;
    }
    if (contains(text(row, "accelerator_id"), "cpu"))
      return host_rate(row, demand, group, band);
    if (contains(text(row, "model"), "xlm-roberta")) {
      why = "set aside: below one chip by 40 times";
      return std::nullopt;
    }
    if (number(row, "measured_value") == 4400.0) {
      why = "set aside: unit slip";
      return std::nullopt;
    }
    if (starts_with(engine, "detectron2"))
      demand.model.network = NetworkClass::detection;
    set_eager_format(row, demand);
    const catalog::Accelerator* chip = hardware_.find(text(row, "accelerator_id"));
    if (chip == nullptr) {
      why = "card without figures: " + text(row, "accelerator_id");
      return std::nullopt;
    }
    const catalog::Shape shape = Hardware::shape(*chip, 1);
    const SampleStack stack = perf::inference::sample_stack(workload::Stack::other, *chip);
    const auto costs = sample_costs(coefficients_, demand, {chip, &shape, 1}, stack);
    if (!costs) {
      why = "unknown: " + std::string{costs.why_unknown()};
      return std::nullopt;
    }
    band = band_of(*costs);
    group = stack == SampleStack::neuron        ? "neuron"
            : starts_with(engine, "detectron2") ? "detectron2 latency"
                                                : "eager";
    return eager_metric(row, of_container(row, *costs), group);
  }

  double band_of(const SampleCosts& costs) const {
    return sample_band(coefficients_.bands,
                       {.chip = costs.chip_measured, .software = costs.class_measured})
        .factor;
  }

  /// Containers of 2020-21 have a longer floor; early diffusers are slower.
  static SampleCosts of_container(const Record& row, SampleCosts costs) {
    if (contains(text(row, "engine"), "NGC")) {
      costs.floor_s = 13e-3;
    }
    if (contains(text(row, "engine"), "diffusers"))
      costs.sample_s *= 1.6;
    return costs;
  }

  static std::optional<double>
  eager_metric(const Record& row, const SampleCosts& costs, std::string& group) {
    const double batch = number(row, "batch_or_concurrency", 1);
    const std::string& metric = text(row, "measured_metric");
    if (metric == "p99") {
      group += " p99";
      return costs.p99_factor * batch_seconds(costs, batch) * 1e3;
    }
    if (metric == "latency_ms_p50")
      return batch_seconds(costs, batch) * 1e3;
    return number(row, "accelerator_count", 1) * batch / batch_seconds(costs, batch);
  }

  /// The rule of thumb on 28 hardware threads.
  std::optional<double> host_rate(const Record& row,
                                  const workload::Demand& demand,
                                  std::string& group,
                                  double& band) const {
    catalog::Shape shape;
    shape.vcpus = 28.0;
    const auto costs = host_costs(coefficients_, demand, {nullptr, &shape, 1});
    group = "host";
    band = rule_band(coefficients_.bands).factor;
    const double batch = number(row, "batch_or_concurrency", 1);
    return costs ? std::optional<double>{batch / batch_seconds(*costs, batch)} : std::nullopt;
  }

  const Values& values_;
  Coefficients coefficients_;
  Hardware hardware_;
};

bool is_sample_row(const Record& row) {
  const std::string& model = text(row, "model");
  const bool language =
      number(row, "hidden") > 0 && !contains(model, "bert") && !contains(model, "electra");
  return !language && !contains(model, "nemotron") && !contains(model, "gpt-j") &&
         !contains(text(row, "measured_metric"), "tokens");
}

} // namespace

Outcome compare_sample_models(const std::string& facts, const Values& values) {
  const SampleTruth truth{facts, values};
  Outcome outcome;
  for (const Record& row : read_records(facts + "/truth_inference.csv"))
    if (is_sample_row(row))
      truth.compare(row, outcome);
  return outcome;
}

} // namespace gpuplan::validation
