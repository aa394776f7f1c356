#include "workload/words.hpp"

#include "core/ensure.hpp"
#include "core/text.hpp"
#include "workload/layout.hpp"

#include <algorithm>

namespace gpuplan::workload {
namespace {

using std::string_view;

template <std::size_t Size, class Enum>
string_view word_of(const std::array<string_view, Size>& words, Enum value) {
  const auto index = static_cast<std::size_t>(value);
  GPUPLAN_ENSURE(index < Size);
  return words[index];
}

/// Without regard to case, and to whether `-`, `_` or `.` stands between the parts.
bool same_word(string_view a, string_view b) {
  const auto plain = [](char c) { return c == '_' || c == '.' ? '-' : c; };
  return std::ranges::equal(core::lower(a), core::lower(b), {}, plain, plain);
}

template <class Enum, std::size_t Size>
std::optional<Enum> parse(const std::array<string_view, Size>& words, string_view word) {
  for (std::size_t i = 0; i < Size; ++i) {
    if (same_word(words[i], word))
      return static_cast<Enum>(i);
  }
  return std::nullopt;
}

} // namespace

string_view to_string(NetworkClass network) {
  return word_of(k_network_words, network);
}

string_view to_string(JobKind kind) {
  return word_of(k_job_kind_words, kind);
}

string_view to_string(Method method) {
  return word_of(k_method_words, method);
}

string_view to_string(Stack stack) {
  return word_of(k_stack_words, stack);
}

string_view to_string(Optimizer optimizer) {
  return word_of(k_optimizer_words, optimizer);
}

string_view to_string(Recompute recompute) {
  return word_of(k_recompute_words, recompute);
}

string_view to_string(WeightFormat format) {
  return word_of(k_weight_format_words, format);
}

string_view to_string(Sharding sharding) {
  return word_of(k_sharding_words, sharding);
}

std::optional<NetworkClass> parse_network_class(string_view word) {
  return parse<NetworkClass>(k_network_words, word);
}

std::optional<JobKind> parse_job_kind(string_view word) {
  return parse<JobKind>(k_job_kind_words, word);
}

std::optional<Method> parse_method(string_view word) {
  return parse<Method>(k_method_words, word);
}

std::optional<Stack> parse_stack(string_view word) {
  return parse<Stack>(k_stack_words, word);
}

std::optional<Optimizer> parse_optimizer(string_view word) {
  return parse<Optimizer>(k_optimizer_words, word);
}

std::optional<Recompute> parse_recompute(string_view word) {
  return parse<Recompute>(k_recompute_words, word);
}

std::optional<WeightFormat> parse_weight_format(string_view word) {
  return parse<WeightFormat>(k_weight_format_words, word);
}

} // namespace gpuplan::workload
