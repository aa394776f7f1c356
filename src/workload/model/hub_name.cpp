#include "workload/model/hub_name.hpp"

#include "core/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>

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
char plain(char letter) {
  if (letter == '_' || letter == ' ' || letter == ':')
    return '-';
  const bool upper = letter >= 'A' && letter <= 'Z';
  return upper ? static_cast<char>(letter - 'A' + 'a') : letter;
}

std::string plain(std::string_view name) {
  std::string text(name);
  std::ranges::transform(text, text.begin(), [](char letter) { return plain(letter); });
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

/// How loosely the names of models are compared.
enum class Reading : std::uint8_t {
  as_written,           ///< but in either case
  separators_alike,     ///< `_`, blank and colon are hyphens
  without_organisation, ///< and what stands before the slash is left out
  without_separators,
};

/// Without a copy of either name: a start compares hundreds of them.
bool are_alike(std::string_view a, std::string_view b, Reading reading) {
  if (reading >= Reading::without_organisation) {
    a = without_organisation(a);
    b = without_organisation(b);
  }
  const auto next = [reading](std::string_view& name) {
    while (reading == Reading::without_separators && !name.empty() && plain(name.front()) == '-')
      name.remove_prefix(1);
    if (name.empty())
      return '\0';
    const char letter = name.front();
    name.remove_prefix(1);
    const bool keeps = reading == Reading::as_written && plain(letter) == '-';
    return keeps ? letter : plain(letter);
  };
  char left = 0;
  do {
    left = next(a);
    if (left != next(b))
      return false;
  } while (left != '\0');
  return true;
}

bool goes_by(const catalog::LanguageModelRecord& record, std::string_view name, Reading reading) {
  const auto is_it = [&](std::string_view known) { return are_alike(known, name, reading); };
  return is_it(record.id) || (!record.hf_name.empty() && is_it(record.hf_name)) ||
         std::ranges::any_of(record.hf_aliases, is_it);
}

bool goes_by(const catalog::SampleModelRecord& record, std::string_view name, Reading reading) {
  const auto is_it = [&](std::string_view known) { return are_alike(known, name, reading); };
  return is_it(record.id) || std::ranges::any_of(record.aliases, is_it);
}

/// The first record one of whose names is the wanted one, read as closely as possible.
template <class Record>
const Record* find_model(std::span<const Record> records, std::string_view name) {
  for (const auto reading : {Reading::as_written,
                             Reading::separators_alike,
                             Reading::without_organisation,
                             Reading::without_separators}) {
    const auto found = std::ranges::find_if(
        records, [&](const Record& record) { return goes_by(record, name, reading); });
    if (found != records.end())
      return &*found;
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

namespace {

/// A model of the catalog under the one of its names that is nearest to a wanted one.
struct NearModel {
  std::size_t distance;
  std::string_view name;
};

/// Every name of each model, the models in the order of the catalog.
std::vector<std::vector<std::string_view>> names_of(const ModelList& models) {
  std::vector<std::vector<std::string_view>> all;
  for (const auto& record : models.language) {
    auto& names = all.emplace_back(std::vector{record.id});
    if (!record.hf_name.empty())
      names.push_back(record.hf_name);
    names.insert(names.end(), record.hf_aliases.begin(), record.hf_aliases.end());
  }
  for (const auto& record : models.sample) {
    auto& names = all.emplace_back(std::vector{record.id});
    names.insert(names.end(), record.aliases.begin(), record.aliases.end());
  }
  return all;
}

std::string_view first_word_of(std::string_view plain_name) {
  return plain_name.substr(0, plain_name.find_first_of("-_. "));
}

} // namespace

std::vector<std::string> near_model_names(const ModelList& models, std::string_view name) {
  const std::string wanted = strip_hub_name(name).base;
  constexpr std::size_t k_shortest = 3;
  const std::size_t limit = std::max<std::size_t>(k_shortest, wanted.size() / 3);
  const auto known = names_of(models);
  std::vector<NearModel> near;
  const auto consider = [&](const auto& distance_of) {
    for (const auto& names : known) {
      NearModel best{limit + 1, {}};
      for (const auto known_name : names) {
        const auto distance = distance_of(plain(without_organisation(known_name)));
        if (distance < best.distance)
          best = {distance, known_name};
      }
      if (best.distance <= limit)
        near.push_back(best);
    }
  };
  consider([&](const std::string& text) { return core::edit_distance(wanted, text, limit); });
  // Of a name that is like none, the members of its family: `vit-x` for `vit_base_patch16_224`.
  const auto family = first_word_of(wanted);
  if (near.empty() && family.size() >= k_shortest)
    consider(
        [&](const std::string& text) { return first_word_of(text) == family ? limit : limit + 1; });
  // A slip in the family's name: `lama` for the members of llama.
  if (near.empty() && family.size() > k_shortest)
    consider([&](const std::string& text) {
      return core::edit_distance(family, first_word_of(text), 1) <= 1 ? limit : limit + 1;
    });
  std::ranges::stable_sort(near, {}, &NearModel::distance);
  constexpr std::size_t k_most = 3;
  // One model may stand in two lists of the catalog under one name.
  std::set<std::string> told;
  std::vector<std::string> names;
  for (const auto& model : near) {
    if (names.size() < k_most && told.insert(plain(without_organisation(model.name))).second)
      names.emplace_back(model.name);
  }
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
