#include "perf/training_work.hpp"
#include "support/catch.hpp"
#include "unit/perf/fixture.hpp"

using namespace gpuplan;
using perf::MicroBatchLayout;
using workload::Recompute;

namespace {

perf::NetworkWork network(const workload::Demand& demand) {
  return *perf::network_work(test::shipped_training_model().coefficients(), demand);
}

perf::MicroBatchWork work(const workload::Demand& demand, const MicroBatchLayout& layout) {
  return perf::micro_batch_work(
      test::shipped_training_model().coefficients(), network(demand), 1, layout);
}

/// FLOPs of the whole network for one sample, all devices of a layout together.
double flops(const workload::Demand& demand, Recompute recompute, double tensor, double pipeline) {
  MicroBatchLayout layout;
  layout.tensor = tensor;
  layout.pipeline = pipeline;
  layout.recompute = recompute;
  const auto one = work(demand, layout);
  return (one.flops + one.attention_flops) * tensor * pipeline;
}

} // namespace

TEST_CASE("unfused attention with full recomputation is Megatron's closed form",
          "[perf][training][work]") {
  // arXiv:2104.04473, equation 3: 96 B s l h² (1 + s/6h + V/16lh).
  struct Case {
    const char* name;
    std::int64_t layers, hidden, heads;
    double tensor, pipeline;
  };

  const auto c = GENERATE(Case{"175B", 96, 12288, 96, 8, 8},
                          Case{"530B", 105, 20480, 128, 8, 35},
                          Case{"1T", 128, 25600, 160, 8, 64});
  CAPTURE(c.name);
  workload::Demand demand;
  demand.model =
      test::dense_decoder({c.layers, c.hidden, 4 * c.hidden, c.heads, c.heads, 51200, false});
  demand.training.sequence = 2048;
  demand.training.fused_attention = false;
  const double s = 2048, l = static_cast<double>(c.layers), h = static_cast<double>(c.hidden);
  const double closed = 96 * s * l * h * h * (1 + s / (6 * h) + 51200 / (16 * l * h));
  CHECK(flops(demand, Recompute::full, c.tensor, c.pipeline) == Approx(closed).epsilon(1e-12));
}

TEST_CASE("the products of a step are 6 N a token, 4 N with a frozen base, 2 N more recomputed",
          "[perf][training][work]") {
  auto demand = test::small_decoder();
  demand.model.dims.vocab = 0; // no head
  const double n = 24.0 * (4 * 2048.0 * 2048 + 2 * 2048.0 * 8192);
  const auto per_token = [&](Recompute recompute) {
    MicroBatchLayout layout;
    layout.recompute = recompute;
    return work(demand, layout).flops / 4096;
  };
  CHECK(per_token(Recompute::none) == Approx(6 * n));
  CHECK(per_token(Recompute::selective) == Approx(6 * n));
  CHECK(per_token(Recompute::full) == Approx(8 * n));
  demand.training.method = workload::Method::lora;
  CHECK(per_token(Recompute::none) == Approx(4 * n));
  CHECK(per_token(Recompute::full) == Approx(6 * n));
}

TEST_CASE("the head is paid in full by decoders, by a share of the tokens in encoders",
          "[perf][training][work]") {
  auto demand = test::small_decoder();
  const auto decoder = network(demand);
  CHECK(decoder.head_weights == Approx(50000.0 * 2048));
  demand.model.network = workload::NetworkClass::encoder;
  CHECK(network(demand).head_weights == Approx(0.15 * 50000.0 * 2048));
}

TEST_CASE("fused causal attention skips half the products, an encoder's none",
          "[perf][training][work]") {
  auto demand = test::small_decoder();
  const double products = 4 * 4096.0 * 2048 * 24; // 4 s a d L a token
  CHECK(network(demand).attention_flops == Approx(products / 2));
  CHECK(network(demand).score_elements == 0);
  demand.model.network = workload::NetworkClass::encoder;
  CHECK(network(demand).attention_flops == Approx(products));
  demand.training.fused_attention = false;
  CHECK(network(demand).attention_flops == Approx(products));
  CHECK(network(demand).score_elements == Approx(4096.0 * 16 * 24));
  // Backward of a fused kernel is five products for two, forward once more if recomputed.
  demand.training.fused_attention = true;
  MicroBatchLayout layout;
  const double once = work(demand, layout).attention_flops;
  layout.recompute = Recompute::full;
  CHECK(once == Approx(4096 * products * 3.5));
  CHECK(work(demand, layout).attention_flops == Approx(4096 * products * 4.5));
}

TEST_CASE("windowed layers attend within their window", "[perf][training][work]") {
  auto demand = test::small_decoder();
  demand.model.dims.window = 1024;
  demand.model.dims.windowed_layers = 12;
  // Causal, window 1,024 of 4,096: 1024 - 1024² / 8192 = 896 tokens on average.
  CHECK(network(demand).attention_flops == Approx(4 * 2048.0 * (12 * 2048 + 12 * 896)));
  demand.model.dims.window = 8192; // wider than the sample: as without
  CHECK(network(demand).attention_flops == Approx(4 * 2048.0 * 24 * 2048));
}

TEST_CASE("hybrid networks attend in their attention layers alone", "[perf][training][work]") {
  auto demand = test::small_decoder();
  demand.model.dims.attention_layers = 6;
  CHECK(network(demand).attention_flops == Approx(4 * 2048.0 * 6 * 2048));
}

TEST_CASE("a mixture computes its active experts and holds its local ones",
          "[perf][training][work]") {
  auto demand = test::small_decoder();
  auto& dims = demand.model.dims;
  dims.experts = {.experts = 64, .active = 4, .shared = 1, .ffn = 1024};
  const std::int64_t experts = 24LL * 64 * 3 * 2048 * 1024;
  auto& params = demand.model.params;
  params.experts = experts;
  params.total += experts;
  const auto n = network(demand);
  CHECK(n.ffn == Approx(5 * 1024));
  CHECK(n.routed == Approx(5));
  CHECK(n.weights_used == Approx(static_cast<double>(params.active - params.embedding)));
  MicroBatchLayout layout;
  const double all = work(demand, layout).traffic_weights;
  layout.expert = 8;
  const double local = work(demand, layout).traffic_weights;
  const double c = test::shipped_training_model().coefficients().traffic_weights;
  CHECK(all - local == Approx(c * static_cast<double>(experts) * 7 / 8 * 2 * 3));
}

TEST_CASE("activation traffic is counted by width, less what tensor parallelism splits",
          "[perf][training][work]") {
  const auto demand = test::small_decoder();
  const double c = test::shipped_training_model().coefficients().traffic_activations;
  const double tokens = 4096, h = 2048, f = 8192, v = 50000;
  MicroBatchLayout layout;
  // T L e [10 h + 4 f] + T V (2 e + 4)
  CHECK(work(demand, layout).traffic_activations ==
        Approx(c * tokens * (24 * 2 * (10 * h + 4 * f) + v * 8)));
  layout.tensor = 4;
  CHECK(work(demand, layout).traffic_activations ==
        Approx(c * tokens / 4 * (24 * 2 * (10 * h + 4 * f) + v * 8)));
  layout.sequence_parallel = false; // norms and residuals stay whole
  CHECK(work(demand, layout).traffic_activations ==
        Approx(c * tokens * (24 * 2 * (4 * h + 6 * h / 4 + 4 * f / 4) + v * 8 / 4)));
}

TEST_CASE("QLoRA unpacks every weight twice, three times when recomputing",
          "[perf][training][work]") {
  auto demand = test::small_decoder();
  demand.training.method = workload::Method::qlora;
  const double n = network(demand).weights_used;
  MicroBatchLayout layout;
  CHECK(work(demand, layout).dequantised_bytes == Approx(4.5 * n * 2));
  layout.recompute = Recompute::full;
  CHECK(work(demand, layout).dequantised_bytes == Approx(4.5 * n * 3));
}

TEST_CASE("a convolutional network is three times its forward pass", "[perf][training][work]") {
  auto demand = test::image_network();
  demand.training.spatial_scale = 4; // twice the side
  MicroBatchLayout layout;
  layout.samples = 32;
  const auto w = work(demand, layout);
  const auto& c = test::shipped_training_model().coefficients();
  CHECK(w.flops == Approx(3 * 8e9 * 4 * 32));
  CHECK(w.traffic_activations == Approx(c.traffic_sampled * 11e6 * 4 * 2 * 32));
  CHECK(w.traffic_weights == Approx(3 * c.traffic_weights * 2 * 25e6));
}

TEST_CASE("unstated activations are 0.9 M elements a GFLOP", "[perf][training][work]") {
  auto demand = test::image_network();
  demand.model.sample.activation_elements = 0;
  CHECK(network(demand).activation_elements == Approx(8 * 0.9e6));
}

TEST_CASE("an encoder-decoder token passes one of the two stacks", "[perf][training][work]") {
  auto demand = test::small_decoder();
  demand.model.network = workload::NetworkClass::encoder_decoder;
  demand.model.dims.decoder_layers = 24;
  const auto n = network(demand);
  CHECK(n.layers == 24);
  CHECK(n.layers_launched == 48);
  CHECK(n.weights_used == Approx(n.weights_dense / 2));
  // Half the tokens on each side: 24 layers of 2,048 whole, 24 of half that and 2,048 across.
  CHECK(n.attention_flops == Approx(4 * 2048.0 * 2048 * (24 + 24 * 1.5) / 2));
}

TEST_CASE("a recommender reads its rows four times, three where a feature has several",
          "[perf][training][work]") {
  auto demand = test::image_network();
  demand.model.network = workload::NetworkClass::recommender;
  demand.model.sample.embedding_bytes = 26 * 128 * 4.0;
  CHECK(network(demand).gathered_elements == Approx(26 * 128 * 4));
  CHECK(network(demand).exchanged_elements == Approx(26 * 128));
  demand.model.sample.embedding_bytes = 214 * 128 * 4.0;
  CHECK(network(demand).gathered_elements == Approx(214 * 128 * 3));
  CHECK(network(demand).exchanged_elements == Approx(26 * 128));
}

TEST_CASE("a network without figures has no work, and says which are missing",
          "[perf][training][work]") {
  auto images = test::image_network();
  images.model.sample.flops_forward = 0;
  CHECK_FALSE(perf::network_work(test::shipped_training_model().coefficients(), images));
  auto decoder = test::small_decoder();
  decoder.model.dims.layers = 0;
  const auto unknown = perf::network_work(test::shipped_training_model().coefficients(), decoder);
  CHECK_FALSE(unknown);
  CHECK(unknown.why_unknown().find("layers") != std::string_view::npos);
}

TEST_CASE("a step waits for the fullest of stages that are not alike", "[perf][training]") {
  const perf::NetworkWork network{.layers = 126};
  const auto stages = [&](double degree) {
    return network.stages(perf::MicroBatchLayout{.pipeline = degree});
  };
  CHECK(stages(1) == Approx(1));
  CHECK(stages(2) == Approx(2));
  CHECK(stages(14) == Approx(14));
  CHECK(stages(16) == Approx(15.75)); // some hold 8 layers, others 7
}
