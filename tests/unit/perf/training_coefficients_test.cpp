#include "perf/training_coefficients.hpp"
#include "support/calibration.hpp"
#include "support/catch.hpp"

using namespace gpuplan;

TEST_CASE("the shipped calibration has every coefficient of the training form",
          "[perf][training][calibration]") {
  core::DiagnosticSink sink;
  CHECK(perf::TrainingModel::bind(test::lookup_in(test::shipped_coefficients()), sink).has_value());
  CHECK(sink.error_count() == 0);
}

TEST_CASE("each missing coefficient is an error that names it", "[perf][training][calibration]") {
  auto coefficients = test::shipped_coefficients();
  coefficients.erase("training.efficiency.bf16");
  coefficients.erase("cpu.gflops_per_vcpu.arm64");
  core::DiagnosticSink sink;
  CHECK_FALSE(perf::TrainingModel::bind(test::lookup_in(coefficients), sink).has_value());
  REQUIRE(sink.diagnostics().size() == 2);
  CHECK(sink.diagnostics()[0].code == "PRF001");
  CHECK(sink.diagnostics()[0].headline.find("training.efficiency.bf16") != std::string::npos);
  CHECK(sink.diagnostics()[1].headline.find("cpu.gflops_per_vcpu.arm64") != std::string::npos);
}

TEST_CASE("a coefficient that is no finite number is an error", "[perf][training][calibration]") {
  auto coefficients = test::shipped_coefficients();
  coefficients["training.traffic.weights"] = std::numeric_limits<double>::infinity();
  core::DiagnosticSink sink;
  CHECK_FALSE(perf::TrainingModel::bind(test::lookup_in(coefficients), sink).has_value());
  REQUIRE(sink.diagnostics().size() == 1);
  CHECK(sink.diagnostics()[0].code == "PRF002");
}

TEST_CASE("keys with a unit are read in it", "[perf][training][calibration]") {
  const auto model = test::training_model({{"training.link.latency_us", 7},
                                           {"training.link.pcie3_x16_gb_s", 16},
                                           {"training.stack.fsdp.launch_ms", 0.2},
                                           {"cpu.gflops_per_vcpu.x86_64", 20}});
  const auto& c = model.coefficients();
  CHECK(c.link.latency_s == Approx(7e-6));
  CHECK(c.link.pcie3_x16 == Approx(16e9));
  CHECK(c.stack(workload::Stack::fsdp).launch_s == Approx(2e-4));
  CHECK(c.cpu_flops_x86 == Approx(20e9));
}

TEST_CASE("every software finds its own coefficients, a serving engine those of the unknown",
          "[perf][training][calibration]") {
  using workload::Stack;

  struct Case {
    Stack stack;
    const char* key;
  };

  const auto c = GENERATE(Case{Stack::megatron, "megatron"},
                          Case{Stack::megatron_deepspeed, "megatron-deepspeed"},
                          Case{Stack::fsdp, "fsdp"},
                          Case{Stack::finetune_recipe, "finetune-recipe"},
                          Case{Stack::framework_amp, "framework-amp"},
                          Case{Stack::xla, "xla"},
                          Case{Stack::neuron, "neuron"},
                          Case{Stack::mlperf, "mlperf"},
                          Case{Stack::other, "other"},
                          Case{Stack::vllm, "unknown"},
                          Case{Stack::transformers, "unknown"});
  const auto model =
      test::training_model({{std::string("training.stack.") + c.key + ".speed", 0.123}});
  CAPTURE(c.key);
  CHECK(model.coefficients().stack(c.stack).speed_transformer == Approx(0.123));
}

TEST_CASE("every coefficient says its unit, its source and what it rests on",
          "[perf][training][calibration]") {
  const YAML::Node training = YAML::LoadFile(GPUPLAN_CATALOGS_DIR "/calibration.yaml")["training"];
  std::size_t leaves = 0;
  const std::function<void(const YAML::Node&)> visit = [&](const YAML::Node& node) {
    if (!node["value"]) {
      for (const auto& child : node)
        visit(child.second);
      return;
    }
    ++leaves;
    CHECK_FALSE(node["unit"].as<std::string>().empty());
    CHECK_FALSE(node["source"].as<std::string>().empty());
    const auto by = node["by"].as<std::string>();
    CHECK((by == "data" || by == "prior" || by == "rule"));
    if (node["factor_sigma"])
      CHECK(node["factor_sigma"].as<double>() >= 1);
  };
  visit(training);
  CHECK(leaves > 300);
}
