#include "support/catch.hpp"
#include "support/source_text.hpp"
#include "unit/workload/gguf_bytes.hpp"
#include "workload/model/gguf_model.hpp"

#include <algorithm>
#include <random>

using namespace gpuplan;
using workload::GgufEnd;

namespace {

struct ReadHeader {
  GgufEnd end = GgufEnd::faulty;
  std::optional<workload::Architecture> architecture;
  std::string messages;
};

ReadHeader read_header(const std::string& bytes) {
  core::DiagnosticSink sink;
  const auto header = workload::read_gguf_header(bytes, "m.gguf", sink);
  ReadHeader result{.end = header.end, .architecture = {}, .messages = {}};
  if (header.end == GgufEnd::complete)
    result.architecture = workload::architecture_of(header.header, "m.gguf", sink);
  result.messages = test::rendered(sink);
  return result;
}

} // namespace

TEST_CASE("a GGUF header gives dimensions, exact counts and the stored size", "[workload]") {
  const auto gguf = read_header(test::small_llama().bytes());
  INFO(gguf.messages);
  REQUIRE(gguf.architecture.has_value());
  const auto& model = *gguf.architecture;
  CHECK(model.name == "small");
  CHECK(model.family == "llama");
  CHECK(model.dims.layers == 2);
  CHECK(model.dims.hidden == 64);
  CHECK(model.dims.kv_heads == 2);
  CHECK(model.dims.head_dim == 16);
  CHECK(model.dims.vocab == 512);
  CHECK_FALSE(model.dims.tied_embeddings);
  CHECK(model.params.embedding == 64 * 512);
  CHECK(model.params.layer == 256 * 64 + 64);
  CHECK(model.params.total == 2 * 64 * 512 + 64 + 2 * (256 * 64 + 64)); // the rotary buffer is none
  // Q4_K: 144 bytes for 256 weights, Q6_K 210, F32 4 each.
  const double q4 = (64.0 * 512 + 2 * 256 * 64) / 256 * 144;
  const double q6 = 64.0 * 512 / 256 * 210;
  CHECK(model.stored_bytes == Approx(q4 + q6 + 3 * 64 * 4));
  CHECK(model.native_format == "q4_k_m");
}

TEST_CASE("experts, head counts by layer and windows are read from metadata", "[workload]") {
  test::GgufBytes gguf;
  gguf.text("general.architecture", "gpt-oss")
      .u32("gpt-oss.block_count", 4)
      .u32("gpt-oss.embedding_length", 64)
      .u32("gpt-oss.feed_forward_length", 64)
      .u32("gpt-oss.attention.head_count", 4)
      .numbers("gpt-oss.attention.head_count_kv", {2, 0, 2, 3})
      .u32("gpt-oss.attention.key_length", 32)
      .u32("gpt-oss.attention.sliding_window", 128)
      .u32("gpt-oss.expert_count", 8)
      .u32("gpt-oss.expert_used_count", 2)
      .tokens(100);
  gguf.tensor("token_embd.weight", {64, 100}, 1);
  gguf.tensor("blk.0.ffn_up_exps.weight", {64, 64, 8}, 39);
  const auto oss = read_header(gguf.bytes());
  INFO(oss.messages);
  REQUIRE(oss.architecture.has_value());
  const auto& model = *oss.architecture;
  CHECK(model.family == "gpt_oss");
  CHECK(model.dims.kv_heads == 3); // 7 / 3 rounded up
  CHECK(model.dims.attention_layers == 3);
  CHECK(model.dims.head_dim == 32);
  CHECK(model.dims.windowed_layers == 2);
  CHECK(model.params.experts == 64 * 64 * 8);
  CHECK(model.params.total - model.params.active == 64 * 64 * 6);
  CHECK(model.dims.tied_embeddings);
  CHECK(model.stored_bytes == Approx(64.0 * 100 * 2 + 64.0 * 64 * 8 / 32 * 17));
}

TEST_CASE("a header cut anywhere is truncated, never read beyond", "[workload]") {
  const auto whole = test::small_llama().bytes();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    CAPTURE(length);
    CHECK(read_header(whole.substr(0, length)).end == GgufEnd::truncated);
  }
}

TEST_CASE("counts and lengths that lie are faults with their byte", "[workload]") {
  struct Case {
    std::string what;
    std::string bytes;
    std::string message;
  };

  const auto head = [](std::uint32_t version, std::uint64_t tensors, std::uint64_t values) {
    std::string bytes = "GGUF";
    test::GgufBytes::put(bytes, version, 4);
    test::GgufBytes::put(bytes, tensors, 8);
    test::GgufBytes::put(bytes, values, 8);
    return bytes;
  };
  std::string long_key = head(3, 0, 1);
  test::GgufBytes::put(long_key, 1ULL << 40U, 8);
  std::string huge_array = head(3, 0, 1);
  test::GgufBytes::put_text(huge_array, "a");
  test::GgufBytes::put(huge_array, 9, 4);
  test::GgufBytes::put(huge_array, 10, 4);
  test::GgufBytes::put(huge_array, ~0ULL, 8);
  std::string odd_type = head(3, 0, 1);
  test::GgufBytes::put_text(odd_type, "a");
  test::GgufBytes::put(odd_type, 99, 4);
  std::string nested = head(3, 0, 1);
  test::GgufBytes::put_text(nested, "a");
  test::GgufBytes::put(nested, 9, 4);
  for (int i = 0; i < 8; ++i) {
    test::GgufBytes::put(nested, 9, 4);
    test::GgufBytes::put(nested, 1, 8);
  }
  nested += std::string(64, '\0');
  const auto cases = std::vector<Case>{
      {"magic", "GGML" + std::string(40, '\0'), "no GGUF magic"},
      {"version 1", head(1, 0, 0), "GGUF version 1"},
      {"big-endian", head(0x03000000, 0, 0), "expected 2 or 3"},
      {"tensors", head(3, 1ULL << 60U, 0), "tensors, expected at most 1000000, at byte 24"},
      {"values", head(3, 0, 1ULL << 60U), "metadata values, expected at most 100000"},
      {"key", long_key, "met a text of 1099511627776 bytes, expected at most 65535, at byte 24"},
      {"array", huge_array, "which no file can hold"},
      {"type", odd_type, "met value type 99"},
      {"nesting", nested, "nested deeper than 4"},
      {"twice", test::GgufBytes().u32("a", 1).u32("a", 2).bytes(), "met the key a a second time"},
      {"dimensions", test::GgufBytes().tensor("t", {1, 1, 1, 1, 1}, 0).bytes(), "5 dimensions"},
      {"elements",
       test::GgufBytes().tensor("t", {1ULL << 40U, 1ULL << 40U}, 0).bytes(),
       "expected 1 to 2^50 elements"},
      {"zero side", test::GgufBytes().tensor("t", {0}, 0).bytes(), "met a tensor side of 0"},
  };
  for (const auto& one : cases) {
    const auto result = read_header(one.bytes);
    CAPTURE(one.what, result.messages);
    CHECK(result.end == GgufEnd::faulty);
    CHECK_THAT(result.messages, ContainsSubstring(one.message));
    CHECK_THAT(result.messages, ContainsSubstring("at byte"));
  }
}

TEST_CASE("metadata that is missing or unknown is named", "[workload]") {
  const auto no_layers =
      read_header(test::GgufBytes().text("general.architecture", "llama").bytes());
  CHECK_THAT(no_layers.messages, ContainsSubstring("without llama.block_count"));
  CHECK_THAT(no_layers.messages, ContainsSubstring("without llama.embedding_length"));
  const auto no_name = read_header(test::GgufBytes().u32("llama.block_count", 2).bytes());
  CHECK_THAT(no_name.messages, ContainsSubstring("without general.architecture"));
  auto odd = test::small_llama();
  odd.tensor("blk.0.odd.weight", {4}, 77);
  CHECK_THAT(read_header(odd.bytes()).messages, ContainsSubstring("storage type 77"));
}

TEST_CASE("random damage never breaks the reader", "[workload]") {
  const auto whole = test::small_llama().bytes();
  std::mt19937 random(7);
  std::uniform_int_distribution<std::size_t> place(0, whole.size() - 1);
  std::uniform_int_distribution<int> byte(0, 255);
  for (int round = 0; round < 3000; ++round) {
    std::string damaged = whole;
    for (int i = 0; i < 4; ++i)
      damaged[place(random)] = static_cast<char>(byte(random));
    const auto result = read_header(damaged);
    CHECK((result.architecture.has_value() || result.end != GgufEnd::complete ||
           !result.messages.empty()));
  }
}
