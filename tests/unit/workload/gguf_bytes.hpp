#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::test {

/// Writes GGUF headers byte by byte, right or wrong as a test needs them.
class GgufBytes {
public:
  explicit GgufBytes(std::uint32_t version = 3) : version_(version) {}

  GgufBytes& text(std::string_view key, std::string_view value) {
    put_text(values_, key);
    put(values_, 8, 4);
    put_text(values_, value);
    ++value_count_;
    return *this;
  }

  GgufBytes& u32(std::string_view key, std::uint32_t value) {
    put_text(values_, key);
    put(values_, 4, 4);
    put(values_, value, 4);
    ++value_count_;
    return *this;
  }

  GgufBytes& numbers(std::string_view key, const std::vector<std::uint32_t>& list) {
    put_text(values_, key);
    put(values_, 9, 4);
    put(values_, 4, 4);
    put(values_, list.size(), 8);
    for (const auto number : list)
      put(values_, number, 4);
    ++value_count_;
    return *this;
  }

  /// An array of as many empty texts as a vocabulary has rows.
  GgufBytes& tokens(std::uint64_t count) {
    put_text(values_, "tokenizer.ggml.tokens");
    put(values_, 9, 4);
    put(values_, 8, 4);
    put(values_, count, 8);
    for (std::uint64_t i = 0; i < count; ++i)
      put(values_, 0, 8);
    ++value_count_;
    return *this;
  }

  /// Bytes as they are, counted as one value.
  GgufBytes& raw_value(std::string_view bytes) {
    values_ += bytes;
    ++value_count_;
    return *this;
  }

  GgufBytes&
  tensor(std::string_view name, const std::vector<std::uint64_t>& sides, std::uint32_t type) {
    put_text(tensors_, name);
    put(tensors_, sides.size(), 4);
    for (const auto side : sides)
      put(tensors_, side, 8);
    put(tensors_, type, 4);
    put(tensors_, 0, 8);
    ++tensor_count_;
    return *this;
  }

  [[nodiscard]] std::string bytes() const {
    std::string all = "GGUF";
    put(all, version_, 4);
    put(all, tensor_count_, 8);
    put(all, value_count_, 8);
    return all + values_ + tensors_;
  }

  static void put(std::string& into, std::uint64_t value, std::size_t width) {
    for (std::size_t i = 0; i < width; ++i)
      into += static_cast<char>(static_cast<unsigned char>(value >> (8U * i)));
  }

  static void put_text(std::string& into, std::string_view text) {
    put(into, text.size(), 8);
    into += text;
  }

private:
  std::uint32_t version_;
  std::uint64_t value_count_ = 0;
  std::uint64_t tensor_count_ = 0;
  std::string values_;
  std::string tensors_;
};

/// A llama of two layers, hidden 64, with all that a reader needs.
inline GgufBytes small_llama() {
  GgufBytes gguf;
  gguf.text("general.architecture", "llama")
      .text("general.name", "small")
      .u32("general.file_type", 15)
      .u32("llama.block_count", 2)
      .u32("llama.embedding_length", 64)
      .u32("llama.feed_forward_length", 256)
      .u32("llama.attention.head_count", 4)
      .u32("llama.attention.head_count_kv", 2)
      .u32("llama.context_length", 2048)
      .tokens(512);
  gguf.tensor("token_embd.weight", {64, 512}, 12);
  gguf.tensor("output.weight", {64, 512}, 14);
  gguf.tensor("output_norm.weight", {64}, 0);
  gguf.tensor("rope_freqs.weight", {8}, 0);
  for (const auto* layer : {"blk.0.", "blk.1."}) {
    gguf.tensor(std::string(layer) + "ffn_down.weight", {256, 64}, 12);
    gguf.tensor(std::string(layer) + "attn_norm.weight", {64}, 0);
  }
  return gguf;
}

} // namespace gpuplan::test
