#include "workload/hub_name.hpp"

#include "core/text.hpp"

#include <algorithm>
#include <array>

namespace gpuplan::workload {
namespace {

struct Suffix {
  std::string_view word;
  std::string_view format; ///< it implies
};

// Longer ones stand before their own endings.
constexpr auto k_suffixes = std::to_array<Suffix>({
    {"-unsloth-bnb-4bit", "nf4"},
    {"-bnb-4bit", "nf4"},
    {"-bnb-8bit", "int8"},
    {"-4bit", "nf4"},
    {"-8bit", "int8"},
    {"-nf4", "nf4"},
    {"-gptq-int4", "gptq_int4"},
    {"-gptq-int8", "int8"},
    {"-quantized.w4a16", "gptq_int4"},
    {"-quantized.w8a8", "int8"},
    {"-quantized.w8a16", "int8"},
    {"-w4a16", "gptq_int4"},
    {"-w8a8", "int8"},
    {"-awq-int4", "awq_int4"},
    {"-awq", "awq_int4"},
    {"-gptq", "gptq_int4"},
    {"-int4", "gptq_int4"},
    {"-int8", "int8"},
    {"-fp8-dynamic", "fp8"},
    {"-fp8-kv", "fp8"},
    {"-fp8", "fp8"},
    {"-nvfp4", "nvfp4"},
    {"-fp4", "nvfp4"},
    {"-mxfp4", "mxfp4"},
    {"-q4-k-m", "q4_k_m"},
    {"-q8-0", "q8_0"},
    {"-gguf", "q4_k_m"},
    {"-bf16", ""},
    {"-fp16", ""},
    {"-instruct", ""},
    {"-chat", ""},
    {"-it", ""},
    {"-base", ""},
    {"-hf", ""},
    {"-pt", ""},
    {"-sft", ""},
    {"-dpo", ""},
    {"-rlhf", ""},
    {"-thinking", ""},
});

/// Lower case, with `-` for `_`, blanks and the colon of `llama3.1:8b`.
std::string plain(std::string_view name) {
  std::string text = core::lower(name);
  std::ranges::replace_if(
      text, [](char c) { return c == '_' || c == ' ' || c == ':'; }, '-');
  return text;
}

/// Without any separator but the point of a version.
std::string squeezed(std::string_view name) {
  std::string text = plain(name);
  std::erase(text, '-');
  return text;
}

std::string_view without_organisation(std::string_view name) {
  const auto slash = name.rfind('/');
  return slash == std::string_view::npos ? name : name.substr(slash + 1);
}

bool is_date(std::string_view name) {
  constexpr std::size_t k_length = 5; // `-2507`
  if (name.size() <= k_length || name[name.size() - k_length] != '-')
    return false;
  return std::ranges::all_of(name.substr(name.size() - k_length + 1),
                             [](char c) { return c >= '0' && c <= '9'; });
}

/// The names a model goes by.
std::vector<std::string_view> names_of(const catalog::LanguageModelRecord& record) {
  std::vector<std::string_view> names{record.id};
  if (!record.hf_name.empty())
    names.push_back(record.hf_name);
  names.insert(names.end(), record.hf_aliases.begin(), record.hf_aliases.end());
  return names;
}

std::vector<std::string_view> names_of(const catalog::SampleModelRecord& record) {
  std::vector<std::string_view> names{record.id};
  names.insert(names.end(), record.aliases.begin(), record.aliases.end());
  return names;
}

/// The first record one of whose names is the wanted one, however loosely it has to be read:
/// as written, with separators alike, without organisation, without separators.
template <class Record>
const Record* find_model(std::span<const Record> records, std::string_view name) {
  using Reading = std::string (*)(std::string_view);
  static constexpr auto k_readings = std::to_array<Reading>({
      [](std::string_view text) { return core::lower(text); },
      plain,
      [](std::string_view text) { return plain(without_organisation(text)); },
      [](std::string_view text) { return squeezed(without_organisation(text)); },
  });
  for (const auto reading : k_readings) {
    const std::string wanted = reading(name);
    for (const auto& record : records) {
      for (const auto known : names_of(record)) {
        if (reading(known) == wanted)
          return &record;
      }
    }
  }
  return nullptr;
}

} // namespace

HubName strip_hub_name(std::string_view name) {
  HubName result{.base = plain(without_organisation(name)), .format = {}, .stripped = {}};
  bool changed = true;
  while (changed) {
    changed = false;
    for (const auto& suffix : k_suffixes) {
      if (result.base.size() <= suffix.word.size() || !result.base.ends_with(suffix.word))
        continue;
      result.base.resize(result.base.size() - suffix.word.size());
      result.stripped.insert(result.stripped.begin(), std::string(suffix.word));
      if (result.format.empty())
        result.format = suffix.format;
      changed = true;
    }
    if (is_date(result.base)) {
      constexpr std::size_t k_length = 5;
      result.stripped.insert(result.stripped.begin(),
                             result.base.substr(result.base.size() - k_length));
      result.base.resize(result.base.size() - k_length);
      changed = true;
    }
  }
  constexpr std::string_view k_meta = "meta-";
  if (result.base.starts_with(k_meta))
    result.base.erase(0, k_meta.size());
  return result;
}

const catalog::LanguageModelRecord* find_language_model(const ModelList& models,
                                                        std::string_view name) {
  return find_model(models.language, name);
}

const catalog::SampleModelRecord* find_sample_model(const ModelList& models,
                                                    std::string_view name) {
  return find_model(models.sample, name);
}

std::vector<std::string> near_model_names(const ModelList& models, std::string_view name) {
  struct Candidate {
    std::size_t distance;
    std::string_view id;
  };

  const std::string wanted = strip_hub_name(name).base;
  constexpr std::size_t k_shortest = 3;
  const std::size_t limit = std::max<std::size_t>(k_shortest, wanted.size() / 3);
  std::vector<Candidate> candidates;
  const auto consider = [&](std::string_view id) {
    const auto distance = core::edit_distance(wanted, plain(id), limit);
    if (distance <= limit)
      candidates.push_back({distance, id});
  };
  for (const auto& record : models.language)
    consider(record.id);
  for (const auto& record : models.sample)
    consider(record.id);
  std::ranges::stable_sort(candidates, {}, &Candidate::distance);
  constexpr std::size_t k_most = 3;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < candidates.size() && i < k_most; ++i)
    names.emplace_back(candidates[i].id);
  return names;
}

bool is_hub_id(std::string_view word) {
  const auto slash = word.find('/');
  if (slash == std::string_view::npos || slash == 0 || slash + 1 == word.size() ||
      word.find('/', slash + 1) != std::string_view::npos)
    return false;
  return std::ranges::all_of(word, [](char c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return letter || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.' || c == '/';
  });
}

} // namespace gpuplan::workload
