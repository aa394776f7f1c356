#include "perf/inference/rule_of_thumb.hpp"
#include "perf/inference/sample_operation.hpp"
#include "support/catch.hpp"
#include "unit/perf/serving_cases.hpp"

#include <cmath>

using namespace gpuplan;
using catalog::NumberFormat;
using perf::inference::sample_class;
using perf::inference::sample_costs;
using perf::inference::SampleClass;
using perf::inference::SampleCosts;
using perf::inference::SampleServer;
using perf::inference::SampleStack;
using workload::NetworkClass;
using workload::Stack;
using workload::WeightFormat;

namespace {

const perf::inference::Coefficients& coefficients() {
  static const auto bound = test::serving_coefficients();
  return bound;
}

workload::Demand resnet50(WeightFormat weights, NumberFormat compute = NumberFormat::fp16) {
  workload::Demand demand;
  demand.model.name = "resnet50";
  demand.model.family = "resnet";
  demand.model.network = NetworkClass::cnn;
  demand.model.sample.activation_elements = 11.1e6;
  demand.serving.weights = weights;
  demand.serving.compute = compute;
  demand.serving.flops_per_sample = 8.2e9;
  return demand;
}

SampleCosts
costs_on(const workload::Demand& demand, const catalog::Accelerator& chip, SampleStack stack) {
  const catalog::Shape one = test::shape(1);
  const auto costs = sample_costs(coefficients(), demand, {&chip, &one, 1}, stack);
  REQUIRE(costs.known());
  return *costs;
}

} // namespace

TEST_CASE("ResNet-50 in int8 under TensorRT on T4, worked by hand", "[perf][serving]") {
  // ω = (70/65)/1.9 = 0.5668, ω^0.39 = 0.8014.
  // t_cmp = 1.34 · 8.2e9 / (130e12 · 0.71 · 0.8014 · 0.88 · 1.11) = 152.07 µs
  // t_mem = 1.13 · 11.1e6 / (0.80 · 320e9) = 49.00 µs; together 159.8 µs.
  const SampleCosts costs =
      costs_on(resnet50(WeightFormat::int8), test::t4(), SampleStack::tensorrt);
  CHECK(costs.sample_s * 1e6 == Approx(159.8).epsilon(0.002));
  // Alone: 0.43 ms + 1.65 t.
  CHECK(batch_seconds(costs, 1) * 1e3 == Approx(0.43 + 1.65 * 0.1598).epsilon(0.002));
}

TEST_CASE("eager code has a floor a batch, then runs at the device's rate", "[perf][serving]") {
  const SampleCosts costs =
      costs_on(resnet50(WeightFormat::fp16), test::a100_sxm(), SampleStack::eager);
  CHECK(batch_seconds(costs, 1) * 1e3 == Approx(8).epsilon(0.001));
  CHECK(batch_seconds(costs, 1000) == Approx(1000 * costs.sample_s).epsilon(0.001));
  // Half way the two add as cubes.
  const double even = 0.008 / costs.sample_s;
  CHECK(batch_seconds(costs, even) == Approx(0.008 * std::cbrt(2.0)));
  CHECK(costs.p99_factor == Approx(1.1));
}

TEST_CASE("classes follow the family first, then the kind of network", "[perf][serving]") {
  struct Case {
    const char* family;
    NetworkClass network;
    SampleClass which;
  };

  const Case cases[] = {
      {"resnet", NetworkClass::cnn, SampleClass::convnet},
      {"mobilenet", NetworkClass::cnn, SampleClass::depthwise},
      {"efficientnet", NetworkClass::cnn, SampleClass::depthwise},
      {"convnext", NetworkClass::cnn, SampleClass::depthwise},
      {"vit", NetworkClass::vision_transformer, SampleClass::vision_transformer},
      {"swin", NetworkClass::vision_transformer, SampleClass::windowed},
      {"bert", NetworkClass::encoder, SampleClass::encoder},
      {"unet3d", NetworkClass::unet_3d, SampleClass::unet},
      {"unet", NetworkClass::segmentation_2d, SampleClass::unet},
      {"stable-diffusion", NetworkClass::diffusion, SampleClass::diffusion},
      {"retinanet", NetworkClass::detection, SampleClass::detection},
      {"rnn-t", NetworkClass::speech, SampleClass::speech},
  };
  for (const Case& c : cases) {
    CAPTURE(c.family);
    workload::Architecture model;
    model.family = c.family;
    model.network = c.network;
    CHECK(sample_class(model) == c.which);
  }
}

TEST_CASE("activations of encoders as timm counts them", "[perf][serving]") {
  // beit_base_patch16_224: 12 layers, width 768, MLP 3,072, 12 heads, 197 tokens: 23.9 M, with the
  // attention products it does not fuse.
  workload::TransformerDims dims;
  dims.layers = 12;
  dims.hidden = 768;
  dims.ffn = 3072;
  dims.heads = dims.kv_heads = 12;
  dims.head_dim = 64;
  dims.gated_mlp = false;
  CHECK(perf::inference::encoder_activations(dims, 197) / 1e6 == Approx(23.9).epsilon(0.01));
}

TEST_CASE("steps and pixels multiply the work of a generated sample", "[perf][serving]") {
  workload::Demand demand = resnet50(WeightFormat::fp16);
  demand.serving.steps = 20;
  demand.serving.spatial_scale = 4;
  const auto work = perf::inference::sample_work(demand);
  CHECK(work.flops == Approx(20 * 8.2e9));
  CHECK(work.activation_elements == Approx(20 * 4 * 11.1e6));
}

TEST_CASE("a precision the chip lacks is unknown with its reason", "[perf][serving]") {
  const catalog::Shape one = test::shape(1);
  const auto chip = test::t4();
  const auto costs = sample_costs(coefficients(),
                                  resnet50(WeightFormat::bf16, NumberFormat::bf16),
                                  {&chip, &one, 1},
                                  SampleStack::eager);
  REQUIRE(!costs.known());
  CHECK(costs.why_unknown() == "the chip does not multiply in the precision asked for");
}

TEST_CASE("samples wait half a run and gather into batches", "[perf][serving]") {
  const SampleServer server{.costs = {.sample_s = 1e-3, .floor_s = 0, .batch_limit = 100},
                            .devices = 1,
                            .waiting_runs = 0.5};
  CHECK(capacity(server).requests_s == Approx(1000));
  CHECK(alone(server).latency_s == Approx(1e-3));
  // A batch of 10 runs 10 ms; a sample waits 5 more.
  CHECK(at_batch(server, 10).latency_s == Approx(15e-3));
  const auto best = best_within(server, 15e-3, 1e9);
  CHECK(best.batch == Approx(10));
}

TEST_CASE("samples that share no batch queue for one another", "[perf][serving]") {
  const SampleServer server{
      .costs = {.sample_s = 10, .floor_s = 0, .batch_limit = 1}, .devices = 1, .waiting_runs = 0.5};
  // M/D/1 at ρ = 0.8: 0.8 · 10 / (2 · 0.2) = 20 s.
  CHECK(at_load(server, 0.08).latency_s == Approx(30));
  CHECK(at_load(server, 0.08).in_work == Approx(2.4));
  const auto best = best_within(server, 15, 0.09);
  CHECK(best.requests_s == Approx(0.05));
  CHECK(best_within(server, 1e9, 0.09).requests_s == Approx(0.09));
}

TEST_CASE("a batch holds no more than it takes to be fast", "[perf][serving]") {
  using perf::inference::sufficient_batch;
  const SampleCosts small{.sample_s = 1e-4, .floor_s = 8e-3, .batch_limit = 1024};
  const double enough = sufficient_batch(small);
  CHECK(batch_seconds(small, enough) / enough <= 1.005 * 1e-4);
  CHECK(batch_seconds(small, enough - 1) / (enough - 1) > 1.005 * 1e-4);
  CHECK(sufficient_batch({.sample_s = 40, .floor_s = 8e-3}) == 1);
}

TEST_CASE("a denoiser of unknown activations makes one image at a time", "[perf][serving]") {
  auto demand = resnet50(WeightFormat::bf16, NumberFormat::bf16);
  demand.model.family = "flux";
  demand.model.network = NetworkClass::diffusion;
  demand.model.sample.activation_elements = 0;
  demand.serving.flops_per_sample = 74.4e12;
  demand.serving.steps = 50;
  demand.kind = workload::JobKind::batch_inference;
  const auto chip = test::a100_sxm();
  const catalog::Shape one = test::shape(1);
  const auto costs = costs_on(demand, chip, SampleStack::eager);
  CHECK(costs.batch_limit == 1);
  CHECK(costs.note.find("one image at a time") != std::string_view::npos);
  const auto estimate = test::serving_model().estimate(
      demand, test::tensor_parallel(1), {&chip, &one, 1}, core::Unknown{"as much as it can"});
  REQUIRE(estimate.known());
  CHECK(estimate->batch == 1);
  CHECK(estimate->latency_ms == Approx(costs.sample_s * 1e3));
}

TEST_CASE("latency that the host of eager code sets says so", "[perf][serving]") {
  auto demand = resnet50(WeightFormat::fp16);
  demand.kind = workload::JobKind::serve;
  demand.stack = Stack::framework_amp;
  const auto chip = test::a100_sxm();
  const catalog::Shape one = test::shape(1);
  const auto on = [&](Stack stack) {
    demand.stack = stack;
    const auto made =
        test::serving_model().estimate(demand, test::tensor_parallel(1), {&chip, &one, 1}, 10.0);
    REQUIRE(made.known());
    return *made;
  };
  const auto eager = on(Stack::framework_amp);
  CHECK(eager.eager_host);
  CHECK(eager.band == "host work of eager code");
  CHECK(eager.factor_high >= coefficients().bands.eager);
  const auto compiled = on(Stack::tensorrt_llm);
  CHECK_FALSE(compiled.eager_host);
  CHECK(compiled.latency_ms < eager.latency_ms / 5);
}

TEST_CASE("a recommender costs its FLOPs, its rows and a fixed overhead", "[perf][serving]") {
  workload::Demand demand;
  demand.model.network = NetworkClass::recommender;
  demand.model.sample.embedding_bytes = 26 * 128 * 4;
  demand.serving.weights = WeightFormat::fp16;
  demand.serving.flops_per_sample = 32e6;
  const auto chip = test::a100_sxm();
  const catalog::Shape one = test::shape(1);
  const auto costs = perf::inference::recommender_costs(coefficients(), demand, {&chip, &one, 1});
  REQUIRE(costs.known());
  CHECK(costs->sample_s == Approx(32e6 / (0.3 * 312e12) + 13312 / (0.3 * 2039e9)));
  CHECK(costs->floor_s == Approx(2e-3));
}

TEST_CASE("a host runs samples at a rate a vCPU and no language models", "[perf][serving]") {
  workload::Demand demand = resnet50(WeightFormat::fp32);
  catalog::Shape host;
  host.vcpus = 16.0;
  const auto costs = perf::inference::host_costs(coefficients(), demand, {nullptr, &host, 1});
  REQUIRE(costs.known());
  CHECK(costs->sample_s == Approx(8.2e9 / (16 * 20e9)));
  host.cpu = catalog::CpuArchitecture::arm64;
  CHECK(perf::inference::host_costs(coefficients(), demand, {nullptr, &host, 1})->sample_s ==
        Approx(8.2e9 / (16 * 10e9)));

  demand.model.network = NetworkClass::decoder;
  CHECK(!perf::inference::host_costs(coefficients(), demand, {nullptr, &host, 1}).known());
}
