#include "support/catch.hpp"
#include "workload/families/sample_networks.hpp"
#include "workload/read/input_shape.hpp"

using namespace gpuplan::workload;

using Sides = std::vector<std::int64_t>;

TEST_CASE("reference inputs are read as the catalog writes them", "[workload]") {
  struct Case {
    std::string text;
    Sides elements;
    Sides size;
  };

  const auto cases = std::vector<Case>{
      {"3x224x224", {3, 224, 224}, {224, 224}},
      {"3x800x1333 max", {3, 800, 1333}, {800, 1333}},
      {"1x128x128x128", {1, 128, 128, 128}, {128, 128, 128}},
      {"4x64x64 latent (512 px)", {4, 64, 64}, {512, 512}},
      {"16x128x128 latent (1024 px), 4096 image + 154 text tokens", {16, 128, 128}, {1024, 1024}},
      {"3x224x224 + 77 tokens", {3, 224, 224}, {224, 224}},
      {"256 px", {}, {256, 256}},
      {"80x3000 mel (30 s); encoder only", {80, 3000}, {}},
      {"13 dense + 26 one-hot indices", {}, {}},
      {"dataset-dependent patch", {}, {}},
      {"seq 384", {}, {}},
      {"", {}, {}},
  };
  for (const auto& one : cases) {
    CAPTURE(one.text);
    const auto shape = parse_input_shape(one.text);
    CHECK(shape.elements == one.elements);
    CHECK(shape.size == one.size);
  }
}

TEST_CASE("wanted sizes are one to three positive sides", "[workload]") {
  CHECK(parse_image_size("1280") == Sides{1280});
  CHECK(parse_image_size("512x512x256") == Sides{512, 512, 256});
  for (const auto* text : {"", "0", "-1", "12x", "x12", "12x0", "1x2x3x4", "12 px", "9999999"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_image_size(text).has_value());
  }
}

TEST_CASE("a network's kind follows from its id, else from its task", "[workload]") {
  CHECK(sample_network("resnext50_32x4d", "image_classification").family == "resnext");
  CHECK(sample_network("vit_base_patch16_224", "image_classification").network ==
        NetworkClass::vision_transformer);
  CHECK(sample_network("nnunet-2d", "semantic_segmentation").network ==
        NetworkClass::segmentation_2d);
  CHECK(sample_network("nnunet_3d_fullres", "volume_segmentation").network ==
        NetworkClass::unet_3d);
  CHECK(sample_network("new-detector", "object_detection").network == NetworkClass::detection);
  CHECK(sample_network("new-detector", "object_detection").family == "new-detector");
}
