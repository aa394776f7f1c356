#include "sizing/detector_kind.hpp"
#include "sizing/image_generator.hpp"
#include "sizing/sample_memory.hpp"
#include "support/catch.hpp"
#include "unit/sizing/fixtures.hpp"

#include <cmath>

using namespace gpuplan;
using namespace gpuplan::test;
using catalog::NumberFormat;
using sizing::Fit;
using sizing::MemoryPart;
using workload::NetworkClass;
using workload::Stack;

namespace {

workload::Demand sample(const char* name,
                        NetworkClass network,
                        double parameters,
                        double gflops,
                        double elements,
                        NumberFormat compute) {
  workload::Demand demand;
  demand.stack = Stack::framework_amp;
  demand.model.name = name;
  demand.model.network = network;
  demand.model.params.total = std::llround(parameters);
  demand.model.sample.flops_forward = gflops * 1e9;
  demand.model.sample.activation_elements = elements;
  demand.training.compute = compute;
  demand.training.optimizer = workload::Optimizer::sgd_momentum;
  return demand;
}

workload::Demand resnet50(NumberFormat compute) {
  return sample("resnet50", NetworkClass::cnn, 25.56e6, 8.22, 11.11e6, compute);
}

Fit verdict(const workload::Demand& demand, std::int32_t batch, double usable_gib) {
  const auto at = estimate(demand, {.micro_batch = batch});
  return shipped_memory_model().judge(at.device, core::gib(usable_gib));
}

} // namespace

TEST_CASE("ResNet-50 keeps 2.2 elements for each convolution output", "[sizing]") {
  const auto at = estimate(resnet50(NumberFormat::fp16), {.micro_batch = 10});
  CHECK(at.part(MemoryPart::activations).count() == Approx(2.2 * 11.11e6 * 2 * 10));
  // 14 bytes a parameter: fp32 weights, gradients and momentum, and 16-bit copies.
  const double states = at.part(MemoryPart::weights).count() +
                        at.part(MemoryPart::gradients).count() +
                        at.part(MemoryPart::optimizer).count();
  CHECK(states == Approx(14 * 25.56e6));
  CHECK(part_gib(at, MemoryPart::workspace) == Approx(0.7));
}

TEST_CASE("batches that fill cards in published runs are not called unfit", "[sizing]") {
  // lambdal/deeplearning-benchmark: ResNet-50, batch and the card's usable GiB.
  struct Case {
    NumberFormat compute;
    std::int32_t batch;
    double usable;
  };

  const auto c = GENERATE(Case{NumberFormat::fp16, 448, 23.6},
                          Case{NumberFormat::fp16, 256, 15.78},
                          Case{NumberFormat::fp16, 1280, 79.15},
                          Case{NumberFormat::tf32, 224, 23.6},
                          Case{NumberFormat::fp32, 128, 15.78},
                          Case{NumberFormat::tf32, 640, 79.15});
  CHECK(verdict(resnet50(c.compute), c.batch, c.usable) != Fit::does_not_fit);
  CHECK(verdict(resnet50(c.compute), 2 * c.batch, c.usable) == Fit::does_not_fit);
}

TEST_CASE("YOLOv5s takes what its profile shows", "[sizing]") {
  // ultralytics/yolov5 PR 5092: forward and backward at 640 px in AMP, no optimizer.
  struct Case {
    std::int32_t batch;
    double gb;
  };

  const auto c =
      GENERATE(Case{1, 0.30}, Case{2, 0.57}, Case{4, 1.01}, Case{8, 1.80}, Case{16, 3.28});
  auto demand = sample("yolov5s", NetworkClass::detection, 7.2e6, 16.5, 0, NumberFormat::fp16);
  demand.training.optimizer = workload::Optimizer::sgd;
  const auto at = estimate(demand, {.micro_batch = c.batch});
  CHECK(core::to_gib(at.reserved) == Approx(c.gb).epsilon(0.15));
  demand.training.spatial_scale = 4; // 1280 px: four times the pixels
  const auto large = estimate(demand, {.micro_batch = c.batch});
  CHECK(large.part(MemoryPart::activations).count() ==
        Approx(4 * at.part(MemoryPart::activations).count()));
}

TEST_CASE("YOLOv7 trains batch 32 at 640 px on a 40 GB card, not on 16 GB", "[sizing]") {
  const auto demand =
      sample("yolov7", NetworkClass::detection, 36.9e6, 104.7, 0, NumberFormat::fp16);
  CHECK(verdict(demand, 32, 39.4) == Fit::fits);
  CHECK(verdict(demand, 32, 15.78) == Fit::does_not_fit);
}

TEST_CASE("detectors are looked up by backbone and head", "[sizing]") {
  const auto& c = shipped_memory_model().coefficients();

  struct Case {
    const char* name;
    double gib;
  };

  const auto d = GENERATE(Case{"faster_rcnn_R_50_FPN_3x", 3.0},
                          Case{"fasterrcnn_resnet50_fpn", 3.0},
                          Case{"mask_rcnn_X_101_32x8d_FPN_1x", 7.1},
                          Case{"maskrcnn_resnet50_fpn", 3.4},
                          Case{"cascade_mask_rcnn_R_50_FPN_1x", 4.0},
                          Case{"keypointrcnn_resnet50_fpn", 5.0},
                          Case{"retinanet_R_101_FPN_3x", 5.2},
                          Case{"panoptic_fpn_R_50_3x", 4.8},
                          Case{"faster_rcnn_R_101_DC5_3x", 6.1},
                          Case{"mask_rcnn_R_50_C4_1x", 5.2});
  INFO(d.name);
  REQUIRE(sizing::detector_gib(d.name, c));
  CHECK(*sizing::detector_gib(d.name, c) == Approx(d.gib));
  CHECK_FALSE(sizing::detector_gib("ssd300_vgg16", c));

  const auto demand = sample(d.name, NetworkClass::detection, 44e6, 0, 0, NumberFormat::fp32);
  const auto two = estimate(demand, {.micro_batch = 2});
  CHECK(core::to_gib(two.allocated) == Approx(d.gib));
}

TEST_CASE("a detector outside the look-up is estimated from its FLOPs and says so", "[sizing]") {
  const auto demand =
      sample("ssd300_vgg16", NetworkClass::detection, 35.6e6, 69.7, 0, NumberFormat::fp16);
  const auto at = estimate(demand, {.micro_batch = 1});
  CHECK(at.part(MemoryPart::activations).count() == Approx(2.2 * 0.9e6 * 69.7 * 2));
  CHECK_FALSE(at.comparable);
}

TEST_CASE("a 3-D U-Net has a physical estimate that is marked as not validated", "[sizing]") {
  const auto demand = sample(
      "nnunet_3d_fullres", NetworkClass::unet_3d, 31.2e6, 954.6, 451.3e6, NumberFormat::fp16);
  const auto at = estimate(demand, {.micro_batch = 2});
  CHECK(at.part(MemoryPart::activations).count() == Approx(2.2 * 451.3e6 * 2 * 2));
  CHECK_FALSE(at.comparable);
  CHECK(at.factor_high > 1.5);
  // MIC-DKFZ/nnUNet: 7.7 GiB by the driver for the default plan, which fills a target of 8.
  CHECK(core::to_gib(at.device) * at.factor_high > 7.7);
}

TEST_CASE("image transformers with recomputation follow one line an image", "[sizing]") {
  // huggingface/diffusers examples/amused: 0.8e9 parameters; device readings.
  struct Case {
    std::int64_t side;
    std::int32_t batch;
    workload::Optimizer optimizer;
    double gb;
  };

  using workload::Optimizer;
  const auto c = GENERATE(Case{256, 8, Optimizer::adamw, 19.7},
                          Case{256, 1, Optimizer::adamw_8bit, 10.7},
                          Case{512, 8, Optimizer::adamw_8bit, 21.2},
                          Case{512, 8, Optimizer::adamw, 24.2});
  auto demand = sample("amused", NetworkClass::diffusion, 0.8e9, 100, 0, NumberFormat::fp16);
  demand.training.optimizer = c.optimizer;
  demand.model.sample.input_shape = {3, c.side, c.side};
  const auto at =
      estimate(demand, {.recompute = workload::Recompute::full, .micro_batch = c.batch});
  CHECK(core::to_gib(at.device) == Approx(c.gb).epsilon(0.12));
}

TEST_CASE("autoencoders take a constant and a slope in megapixels", "[sizing]") {
  // huggingface/diffusers hybrid_inference/overview, GiB on a 24 GB card.
  struct Case {
    sizing::Autoencoder kind;
    sizing::AutoencoderPass pass;
    double side, gib;
  };

  using sizing::Autoencoder;
  using sizing::AutoencoderPass;
  const auto v = GENERATE(Case{Autoencoder::stable_diffusion, AutoencoderPass::encode, 512, 0.845},
                          Case{Autoencoder::stable_diffusion, AutoencoderPass::encode, 1024, 2.95},
                          Case{Autoencoder::stable_diffusion, AutoencoderPass::decode, 1024, 4.8},
                          Case{Autoencoder::sdxl, AutoencoderPass::decode, 1024, 7.71});
  const double bytes = sizing::autoencoder_bytes(
      v.kind, v.pass, v.side * v.side / 1e6, shipped_memory_model().coefficients());
  CHECK(core::to_gib(core::Bytes{bytes}) == Approx(v.gib).epsilon(0.08));
}

TEST_CASE("sampling Stable Diffusion rests at 2.2 GiB and ends with one decode", "[sizing]") {
  workload::Demand demand;
  demand.kind = workload::JobKind::batch_inference;
  demand.stack = Stack::transformers;
  demand.model.name = "sd15_unet";
  demand.model.network = NetworkClass::diffusion;
  demand.model.params.total = 859'520'000;
  demand.model.sample.input_shape = {4, 64, 64}; // 512 px
  demand.serving.weights = workload::WeightFormat::fp16;
  CHECK(sizing::reference_pixels(demand.model) == 512.0 * 512);
  auto stated = demand.model;
  stated.sample.reference_size = {768, 512};
  CHECK(sizing::reference_pixels(stated) == 768.0 * 512);
  stated.sample.reference_size = {768};
  CHECK(sizing::reference_pixels(stated) == 768.0 * 768);
  // Eight images: 2.0e3 bytes a pixel each.
  const auto eight = estimate(demand, {.micro_batch = 8});
  CHECK(eight.part(MemoryPart::activations).count() == Approx(2000.0 * 512 * 512 * 8));
  CHECK(part_gib(eight, MemoryPart::weights) + part_gib(eight, MemoryPart::workspace) ==
        Approx(2.2).epsilon(0.01));
  // One image: the decode is larger than a step.
  const auto one = estimate(demand, {.micro_batch = 1});
  CHECK(core::to_gib(one.allocated) == Approx(2.2 + 0.16 + 4.3 * 0.262).epsilon(0.01));
  // Plain attention keeps the scores: 4096 tokens squared, 8 heads, guidance, 2 B, 4 copies.
  CHECK(sizing::eager_score_bytes(512.0 * 512) == 4096.0 * 4096 * 8 * 2 * 2 * 4);
}

TEST_CASE("tables of a recommender are split over all devices", "[sizing]") {
  workload::Demand demand;
  demand.stack = Stack::mlperf;
  demand.model.network = NetworkClass::recommender;
  demand.model.params.total = 22'779'200'000;
  demand.model.sample.embedding_parameters = 177'944'275.0 * 128; // 91.1 GB in fp32
  demand.model.sample.embedding_bytes = 26 * 128 * 4;
  const auto one = estimate(demand, {.micro_batch = 1});
  const auto eight = estimate(demand, {.data = 8, .micro_batch = 1});
  CHECK(core::to_gb(one.part(MemoryPart::weights)) == Approx(91.1).epsilon(0.02));
  CHECK(core::to_gb(eight.part(MemoryPart::weights)) == Approx(91.1 / 8).epsilon(0.03));
  CHECK_FALSE(one.comparable);
}

TEST_CASE("a sample of unknown size has no estimate, with the reason", "[sizing]") {
  const auto& model = shipped_memory_model();
  const auto demand =
      sample("nnunet_resenc_l", NetworkClass::unet_3d, 100e6, 0, 0, NumberFormat::fp16);
  CHECK(model.estimate(demand, {}).why_unknown() ==
        "neither activation elements nor FLOPs of a sample are known");
  workload::Demand generator;
  generator.kind = workload::JobKind::serve;
  generator.model.network = NetworkClass::diffusion;
  CHECK(model.estimate(generator, {}).why_unknown() ==
        "the size of the generated image is not known");
}
