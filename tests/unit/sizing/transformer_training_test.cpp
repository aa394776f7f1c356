#include "sizing/transformer_training.hpp"
#include "support/catch.hpp"
#include "unit/sizing/fixtures.hpp"

using namespace gpuplan;
using namespace gpuplan::test;
using sizing::MemoryPart;
using workload::Layout;
using workload::Method;
using workload::Recompute;
using workload::Sharding;
using workload::Stack;

namespace {

constexpr double k_gib = 1024.0 * 1024 * 1024;

double bytes(const sizing::MemoryEstimate& estimate, MemoryPart part) {
  return estimate.part(part).count();
}

/// Megatron in its papers: dropout, eager attention.
workload::Demand megatron(std::int64_t layers, std::int64_t hidden, std::int64_t heads) {
  auto demand = training_of(megatron_gpt(layers, hidden, heads), Stack::megatron, 2048);
  demand.training.fused_attention = false;
  return demand;
}

workload::Demand adapted(Method method, Stack stack) {
  auto demand = training_of(llama_8b(), stack, 4096);
  demand.training.method = method;
  demand.training.adapter = workload::Adapter{.rank = 16, .parameters = 41'943'040};
  return demand;
}

} // namespace

TEST_CASE("Llama-3.1-8B holds 128 GB of states at 16 bytes a parameter", "[sizing]") {
  auto demand = training_of(llama_8b(), Stack::fsdp, 4096);
  const auto whole = estimate(demand, {.data = 1, .accumulation = 2});
  const double states = bytes(whole, MemoryPart::weights) + bytes(whole, MemoryPart::gradients) +
                        bytes(whole, MemoryPart::optimizer);
  CHECK(states == Approx(16 * 8'030'261'248.0)); // 128.5 GB
  CHECK(core::to_gb(core::Bytes{states}) == Approx(128.5).epsilon(0.001));

  const auto sharded = estimate(demand, {.data = 8, .sharding = Sharding::full, .accumulation = 2});
  CHECK(bytes(sharded, MemoryPart::weights) == Approx(8'030'261'248.0 * 4 / 8));
  CHECK(bytes(sharded, MemoryPart::optimizer) == Approx(8'030'261'248.0 * 8 / 8));
  // 1.96 layers of 218,112,000 parameters and both tables, gathered in bf16.
  CHECK(bytes(sharded, MemoryPart::gathered_layers) ==
        Approx(1.96 * 2 * 218'112'000 + 2 * 2 * 128256.0 * 4096));
}

TEST_CASE("full recomputation keeps layer inputs beside a live layer or the loss", "[sizing]") {
  // stas00/ml-engineering: Llama-3.1-8B at 32,768 tokens keeps 8 GiB of inputs (2 L s b h), 7 GiB
  // of a live layer and 16 GiB of logits (4 B each in fp32).
  auto demand = training_of(llama_8b(), Stack::finetune_recipe, 32768);
  auto setup = sizing::training_setup(demand, shipped_memory_model().coefficients());
  setup.logits = 4;
  const Layout layout{.recompute = Recompute::full, .accumulation = 2};
  const auto with_loss = sizing::MemoryQuery{demand, setup}.estimate(layout).value();
  CHECK(part_gib(with_loss, MemoryPart::activations) == Approx(8.0));
  CHECK(part_gib(with_loss, MemoryPart::logits) == Approx(15.66).epsilon(0.001));

  setup.logits = 0; // never built: what is left is the live layer
  const auto without = sizing::MemoryQuery{demand, setup}.estimate(layout).value();
  CHECK(part_gib(without, MemoryPart::activations) - 8.0 == Approx(7.0).epsilon(0.06));
  CHECK(part_gib(without, MemoryPart::logits) == 0.0);

  setup.checkpoints = sizing::Checkpoints::host; // two inputs of 2 s h instead of 32
  const auto offloaded = sizing::MemoryQuery{demand, setup}.estimate(layout).value();
  CHECK(bytes(without, MemoryPart::activations) - bytes(offloaded, MemoryPart::activations) ==
        Approx(30.0 * 2 * 32768 * 4096));
}

TEST_CASE("activations of Megatron's profiles follow the published form", "[sizing]") {
  // arXiv 2205.05198, table 3: 22B, 175B, 530B and 1T at 2048 tokens; the first stage holds as many
  // micro-batches as there are stages, interleaving adds (p - 1) / (p v).
  struct Case {
    std::int64_t layers, hidden, heads;
    std::int32_t pipeline, virtual_stages, micro_batch;
  };

  const auto c = GENERATE(Case{48, 6144, 64, 1, 1, 4},
                          Case{96, 12288, 96, 8, 3, 1},
                          Case{105, 20480, 128, 35, 3, 1},
                          Case{128, 25600, 160, 64, 1, 1});
  const auto h = static_cast<double>(c.hidden);
  const double sbh = 2048 * static_cast<double>(c.micro_batch) * h;
  const double scores = 5 * static_cast<double>(c.heads) * 2048 / h;
  const double p = c.pipeline;
  const double held = static_cast<double>(c.layers) * sbh *
                      (c.virtual_stages > 1 ? 1 + (p - 1) / (p * c.virtual_stages) : 1);
  const auto demand = megatron(c.layers, c.hidden, c.heads);
  Layout layout{.tensor = 8,
                .pipeline = c.pipeline,
                .virtual_stages = c.virtual_stages,
                .sequence_parallel = false,
                .micro_batch = c.micro_batch,
                .accumulation = 512};

  CHECK(bytes(estimate(demand, layout), MemoryPart::activations) ==
        Approx(held * (10 + 24.0 / 8 + scores / 8)));
  layout.sequence_parallel = true;
  CHECK(bytes(estimate(demand, layout), MemoryPart::activations) ==
        Approx(held * (34 + scores) / 8));
  layout.recompute = Recompute::selective;
  CHECK(bytes(estimate(demand, layout), MemoryPart::activations) == Approx(held * 34 / 8));
  layout.recompute = Recompute::full;
  CHECK(bytes(estimate(demand, layout), MemoryPart::activations) ==
        Approx(held * 2 / 8 + sbh * (34 + scores) / 8));
}

TEST_CASE("states of Megatron divide by tensor and pipeline, with a table at each end",
          "[sizing]") {
  // 175B: 96 layers, h 12288, t 8, p 8: 12 layers a stage.
  const auto demand = megatron(96, 12288, 96);
  const Layout layout{.tensor = 8, .pipeline = 8, .accumulation = 64};
  const double stage = (12.0 * 12 * 12288 * 12288 + 51200.0 * 12288) / 8;
  const auto at = estimate(demand, layout);
  CHECK(bytes(at, MemoryPart::weights) == Approx(2 * stage));
  CHECK(bytes(at, MemoryPart::gradients) == Approx(4 * stage));
  CHECK(bytes(at, MemoryPart::optimizer) == Approx(12 * stage));
}

TEST_CASE("the first stage holds as many micro-batches as there are stages", "[sizing]") {
  const auto demand = megatron(96, 12288, 96);
  Layout layout{.tensor = 8, .pipeline = 8, .recompute = Recompute::selective, .accumulation = 64};
  const double layer = 2048.0 * 12288 * 34 / 8;
  CHECK(bytes(estimate(demand, layout), MemoryPart::activations) == Approx(96 * layer));
  layout.virtual_stages = 3; // times 1 + (p - 1) / (p v)
  CHECK(bytes(estimate(demand, layout), MemoryPart::activations) ==
        Approx(96 * layer * (1 + 7.0 / 24)));
  layout.virtual_stages = 1;
  layout.accumulation = 2; // no more than there are
  CHECK(bytes(estimate(demand, layout), MemoryPart::activations) == Approx(12 * 2 * layer));
}

TEST_CASE("a last stage with a large vocabulary can be the fullest", "[sizing]") {
  auto demand = megatron(8, 1024, 16);
  demand.model.dims.vocab = 1'000'000;
  demand.model.params.embedding = 1'000'000LL * 1024;
  demand.model.params.total = 12LL * 8 * 1024 * 1024 + demand.model.params.embedding;
  const Layout layout{.pipeline = 2, .recompute = Recompute::full, .accumulation = 8};
  const auto at = estimate(demand, layout);
  CHECK(bytes(at, MemoryPart::logits) == Approx(5.9 * 1e6 * 2048));
  CHECK(bytes(at, MemoryPart::weights) ==
        Approx(2.0 * (4 * 12 * 1024 * 1024 + 1'000'000.0 * 1024)));
}

TEST_CASE("context parallelism divides tokens, and its ranks share the shards", "[sizing]") {
  const auto demand = training_of(llama_8b(), Stack::megatron, 32768);
  const Layout one{.data = 4, .sharding = Sharding::optimizer, .accumulation = 2};
  Layout split = one;
  split.data = 2;
  split.context = 2;
  const auto a = estimate(demand, one);
  const auto b = estimate(demand, split);
  CHECK(bytes(b, MemoryPart::activations) == Approx(bytes(a, MemoryPart::activations) / 2));
  CHECK(bytes(b, MemoryPart::logits) == Approx(bytes(a, MemoryPart::logits) / 2));
  CHECK(bytes(b, MemoryPart::weights) == Approx(bytes(a, MemoryPart::weights)));
  CHECK(bytes(b, MemoryPart::optimizer) == Approx(bytes(a, MemoryPart::optimizer)));
  CHECK_FALSE(b.comparable);
  CHECK(b.band == "not validated for context parallelism");
}

TEST_CASE("gradients that come and go do not add to the activations", "[sizing]") {
  auto demand = training_of(llama_8b(), Stack::fsdp, 512);
  const Layout once{.recompute = Recompute::full};
  const auto alone = estimate(demand, once);
  // Short samples: the peak is after the backward pass.
  CHECK(bytes(alone, MemoryPart::gradients) == Approx(4 * 8'030'261'248.0));
  CHECK(bytes(alone, MemoryPart::logits) == 0.0);

  demand.training.sequence = 131072; // long ones: before it
  CHECK(bytes(estimate(demand, once), MemoryPart::gradients) == 0.0);
  Layout twice = once;
  twice.accumulation = 2;
  CHECK(bytes(estimate(demand, twice), MemoryPart::gradients) > 0);
  Layout data = once;
  data.data = 2;
  CHECK(bytes(estimate(demand, data), MemoryPart::gradients) > 0);
}

TEST_CASE("LoRA holds the base, adapters at 16 bytes and no gradients of the base", "[sizing]") {
  const auto at = estimate(adapted(Method::lora, Stack::finetune_recipe),
                           {.recompute = Recompute::full, .accumulation = 2});
  CHECK(bytes(at, MemoryPart::weights) == Approx(2 * 8'030'261'248.0));
  CHECK(bytes(at, MemoryPart::adapters) == Approx(16 * 41'943'040.0));
  CHECK(bytes(at, MemoryPart::gradients) == 0.0);
  CHECK(bytes(at, MemoryPart::optimizer) == 0.0);

  auto demand = adapted(Method::lora, Stack::finetune_recipe);
  demand.training.adapter->train_tables = true; // 14 B more a parameter of both tables
  const auto tables = estimate(demand, {.recompute = Recompute::full, .accumulation = 2});
  CHECK(bytes(tables, MemoryPart::adapters) ==
        Approx(16 * 41'943'040.0 + 14 * 2 * 128256.0 * 4096));
}

TEST_CASE("adapters that are not counted are counted from the dimensions", "[sizing]") {
  // Llama-3.1-8B, rank 16 on every matrix: 41,943,040; on query and value: 6,815,744.
  auto demand = adapted(Method::lora, Stack::finetune_recipe);
  demand.model.dims.mlp_layers = 32;
  demand.training.adapter->parameters = 0;
  const Layout layout{.accumulation = 2};
  CHECK(bytes(estimate(demand, layout), MemoryPart::adapters) == Approx(16 * 41'943'040.0));
  demand.training.adapter->all_linear = false;
  CHECK(bytes(estimate(demand, layout), MemoryPart::adapters) == Approx(16 * 6'815'744.0));
}

TEST_CASE("QLoRA stores layers in NF4 and tables wider", "[sizing]") {
  const double tables = 2 * 128256.0 * 4096;
  const double layers = 8'030'261'248.0 - tables;
  const Layout layout{.recompute = Recompute::full, .accumulation = 2};
  const auto framework = estimate(adapted(Method::qlora, Stack::fsdp), layout);
  CHECK(bytes(framework, MemoryPart::weights) == Approx(0.5625 * layers + 2 * tables));
  // Hugging Face's k-bit preparation casts tables and head to fp32.
  const auto hf = estimate(adapted(Method::qlora, Stack::finetune_recipe), layout);
  CHECK(bytes(hf, MemoryPart::weights) == Approx(0.5625 * layers + 4 * tables));
  CHECK(bytes(hf, MemoryPart::workspace) == Approx(2.0 * 14336 * 4096));
}

TEST_CASE("FSDP1 with frozen weights keeps the whole model gathered", "[sizing]") {
  const auto demand = adapted(Method::lora, Stack::fsdp);
  auto setup = sizing::training_setup(demand, shipped_memory_model().coefficients());
  const Layout layout{.data = 2, .sharding = Sharding::full, .accumulation = 2};
  const auto freed = sizing::MemoryQuery{demand, setup}.estimate(layout).value();
  setup.gathered_life = sizing::GatheredLayers::kept;
  const auto kept = sizing::MemoryQuery{demand, setup}.estimate(layout).value();
  CHECK(bytes(kept, MemoryPart::gathered_layers) == Approx(2 * 8'030'261'248.0));
  CHECK(bytes(freed, MemoryPart::gathered_layers) < 3.2 * k_gib);
}

TEST_CASE("experts divide over their own ranks", "[sizing]") {
  const auto demand = training_of(mixtral(), Stack::megatron, 4096);
  const double experts = 32.0 * 8 * 3 * 4096 * 14336;
  const double rest = 46'702'792'704.0 - experts;
  Layout layout{.data = 8, .accumulation = 2};
  CHECK(bytes(estimate(demand, layout), MemoryPart::weights) == Approx(2 * (rest + experts)));
  layout.expert = 8;
  const auto split = estimate(demand, layout);
  CHECK(bytes(split, MemoryPart::weights) == Approx(2 * (rest + experts / 8)));
  CHECK_FALSE(split.comparable);
  layout.sharding = Sharding::full; // every rank ends with its eighth, however it came
  CHECK(bytes(estimate(demand, layout), MemoryPart::weights) == Approx(2 * (rest + experts) / 8));
}

TEST_CASE("layers that hold a mixer or an MLP alone keep half as much", "[sizing]") {
  // Norm 3.8 B, mixer 4 (qw + kw), plain MLP 4 f: 8 layers of which 4 are MLPs.
  auto demand = training_of(megatron_gpt(8, 1024, 16), Stack::fsdp, 1000);
  demand.model.dims.norms_per_layer = 1;
  demand.model.dims.mlp_layers = 4;
  const auto at = estimate(demand, {.accumulation = 2});
  CHECK(bytes(at, MemoryPart::activations) ==
        Approx(1000 * (8 * 3.8 * 1024 + 4 * 4 * 2 * 1024 + 4 * 4 * 4096.0)));
  demand.model.dims.mlp_layers = 8; // parallel blocks: both in every layer
  CHECK(bytes(estimate(demand, {.accumulation = 2}), MemoryPart::activations) ==
        Approx(1000 * 8 * (3.8 * 1024 + 4 * 2 * 1024 + 4 * 4096.0)));
}

TEST_CASE("keys and values divide no further than their heads", "[sizing]") {
  // Llama-3.1-8B, fused norms, sequence parallelism: norms 2 x 3.8 h, queries and output 4 h, keys
  // and values h of eight heads, MLP 8 x 3.5 h.
  const auto demand = training_of(llama_8b(), Stack::fsdp, 1000);
  const double h = 4096;
  const auto at = [&](std::int32_t tensor) {
    return bytes(estimate(demand, {.tensor = tensor, .accumulation = 2}), MemoryPart::activations);
  };
  CHECK(at(8) == Approx(32 * 1000 * h * (7.6 + 4 + 1 + 28) / 8));
  CHECK(at(16) == Approx(32 * 1000 * h * ((7.6 + 4 + 28) / 16 + 1.0 / 8)));
}

TEST_CASE("a mixture keeps the inputs and outputs of active experts", "[sizing]") {
  // Mixtral: two experts of 14336, and 2 x 2 x 2 h bytes of copies on their way.
  const auto at = estimate(training_of(mixtral(), Stack::fsdp, 1000), {.accumulation = 2});
  CHECK(bytes(at, MemoryPart::activations) ==
        Approx(32 * 1000 * (4096 * (7.6 + 4 + 1) + 8 * 2 * 14336.0 + 8 * 4096)));
}

TEST_CASE("a decoder of an encoder-decoder attends twice", "[sizing]") {
  // T5-XL: h 2048, 32 heads of 64, gated MLP of 5120, 24 layers each; eager norms of 10.2 B.
  workload::Architecture model;
  model.network = workload::NetworkClass::encoder_decoder;
  model.dims = {.layers = 24,
                .hidden = 2048,
                .ffn = 5120,
                .heads = 32,
                .kv_heads = 32,
                .head_dim = 64,
                .vocab = 32128,
                .attention_layers = 24,
                .decoder_layers = 24};
  model.params.total = 2'850'000'000;
  model.params.embedding = model.params.head = 32128LL * 2048;
  auto demand = training_of(model, Stack::framework_amp, 512);
  const double h = 2048;
  const double mlp = 8 * 5120;
  const double encoder = h * (2 * 10.2 + 8) + mlp;
  const double decoder = h * (3 * 10.2 + 16) + mlp;
  CHECK(bytes(estimate(demand, {.accumulation = 2}), MemoryPart::activations) ==
        Approx(24 * 512 * (encoder + decoder)));
  demand.model.family = "whisper"; // its encoder sees 30 s of sound, 1500 frames
  CHECK(bytes(estimate(demand, {.accumulation = 2}), MemoryPart::activations) ==
        Approx(24 * (1500 * encoder + 512 * decoder)));
}

TEST_CASE("an offloaded optimizer leaves 16-bit weights on the device", "[sizing]") {
  const auto demand = training_of(llama_8b(), Stack::fsdp, 4096);
  const auto at = estimate(demand, {.accumulation = 2, .offload_optimizer = true});
  CHECK(bytes(at, MemoryPart::weights) == Approx(2 * 8'030'261'248.0));
  CHECK(bytes(at, MemoryPart::gradients) == 0.0);
  CHECK(bytes(at, MemoryPart::optimizer) == 0.0);
}

TEST_CASE("the loss of each stack has its own bytes a vocabulary row", "[sizing]") {
  struct Case {
    Stack stack;
    double bytes;
  };

  const auto c = GENERATE(Case{Stack::finetune_recipe, 11.6},
                          Case{Stack::framework_amp, 10.2},
                          Case{Stack::fsdp, 5.9},
                          Case{Stack::megatron, 5.9});
  const auto at = estimate(training_of(llama_8b(), c.stack, 4096), {.accumulation = 2});
  CHECK(bytes(at, MemoryPart::logits) == Approx(c.bytes * 128256 * 4096));
}

TEST_CASE("a fine-tuned encoder has no vocabulary head, a pre-trained one 15 % of it", "[sizing]") {
  workload::Architecture bert;
  bert.network = workload::NetworkClass::encoder;
  bert.dims = {.layers = 24,
               .hidden = 1024,
               .ffn = 4096,
               .heads = 16,
               .kv_heads = 16,
               .head_dim = 64,
               .vocab = 30522,
               .gated_mlp = false,
               .tied_embeddings = true};
  bert.params.total = 335'141'888;
  bert.params.embedding = 30522LL * 1024;
  auto demand = training_of(bert, Stack::framework_amp, 512);
  demand.training.fused_attention = false;
  demand.training.compute = catalog::NumberFormat::fp32;
  const Layout layout{.micro_batch = 4};
  const auto tuned = estimate(demand, layout);
  CHECK(bytes(tuned, MemoryPart::logits) == 0.0);
  // fp32 BERT-large, 4 x 512, eager attention: 14.6 GiB measured by the driver
  // (huggingface/transformers model_memory_anatomy).
  CHECK(core::to_gib(tuned.device) == Approx(14.6).epsilon(0.19));
  demand.stack = Stack::mlperf;
  CHECK(bytes(estimate(demand, layout), MemoryPart::logits) ==
        Approx(5.9 * 30522 * 0.15 * 4 * 512));
}

TEST_CASE("what decides memory and is not stated makes it unknown", "[sizing]") {
  const auto& model = shipped_memory_model();
  auto demand = training_of(llama_8b(), Stack::fsdp, 0);
  CHECK(model.estimate(demand, {}).why_unknown() == "the sequence length is not stated");
  demand.training.sequence = 4096;
  CHECK(model.estimate(demand, {.micro_batch = 0}).why_unknown() ==
        "the micro-batch is not stated");
  demand.model.dims.layers = 0;
  CHECK_FALSE(model.estimate(demand, {}).known());
}

TEST_CASE("parts add up to the device, slack and context in the reserve", "[sizing]") {
  const auto demand = training_of(llama_8b(), Stack::fsdp, 4096);
  const auto at = estimate(demand, {.data = 8, .sharding = Sharding::full});
  double sum = 0;
  for (const auto part : at.parts)
    sum += part.count();
  CHECK(sum == at.device.count());
  CHECK(at.reserved.count() == Approx(1.024 * at.allocated.count()));
  CHECK(core::to_gib(at.device - at.reserved) == Approx(1.29 + 1.56));
  const auto alone = estimate(demand, {});
  CHECK(core::to_gib(alone.device - alone.reserved) == Approx(1.29)); // nothing to talk to
}
