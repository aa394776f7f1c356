#include "catalog/lookup/chip_words.hpp"

#include "catalog/lookup/compare.hpp"
#include "core/units.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace gpuplan::catalog {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_word_char(char c) {
  const char lower = ascii_lower(c);
  return is_digit(c) || (lower >= 'a' && lower <= 'z') || static_cast<unsigned char>(c) >= 0x80U;
}

/// `80gib` is `80gb`: memory in a name is the size a card is sold under, however it is spelt.
std::string with_common_unit(std::string word) {
  constexpr std::string_view k_gib = "gib";
  if (word.ends_with(k_gib) &&
      all_digits(std::string_view{word}.substr(0, word.size() - k_gib.size())))
    return word.substr(0, word.size() - k_gib.size()) + "gb";
  return word;
}

} // namespace

bool all_digits(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, is_digit);
}

std::vector<std::string> name_words(std::string_view name) {
  std::vector<std::string> words;
  std::string word;
  const auto finish = [&] {
    if (word.empty())
      return;
    const bool unit = word == "gb" || word == "gib";
    if (unit && !words.empty() && all_digits(words.back()))
      words.back() += "gb";
    else
      words.push_back(with_common_unit(word));
    word.clear();
  };
  for (const char c : name) {
    if (is_word_char(c))
      word += ascii_lower(c);
    else
      finish();
  }
  finish();
  return words;
}

std::string join_words(const std::vector<std::string>& words) {
  std::string joined;
  for (const auto& word : words)
    joined.append(joined.empty() ? "" : " ").append(word);
  return joined;
}

std::optional<double> memory_in_name(std::string_view name) {
  for (const auto& word : name_words(name)) {
    if (!word.ends_with("gb") || word.size() < 3)
      continue;
    double size = 0;
    const auto* end = word.data() + word.size() - 2;
    if (std::from_chars(word.data(), end, size).ptr == end)
      return size;
  }
  return std::nullopt;
}

std::vector<std::string> words_of(const Accelerator& chip) {
  std::vector<std::string> all;
  const auto add = [&](std::string_view name) {
    for (auto& word : name_words(name))
      all.push_back(std::move(word));
  };
  add(chip.name);
  add(chip.display_name);
  add(chip.vendor);
  for (const auto alias : chip.aliases)
    add(alias);
  if (chip.memory.known())
    all.push_back(std::to_string(std::lround(core::to_gib(*chip.memory))) + "gb");
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

} // namespace gpuplan::catalog
