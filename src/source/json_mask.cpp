#include "source/json_mask.hpp"

#include <array>

namespace gpuplan::source {
namespace {

constexpr std::array<std::string_view, 3> k_words{"NaN", "Infinity", "-Infinity"};

/// The offset just after the string that opens at `at`; nothing where it never ends.
std::optional<std::size_t> after_string(std::string_view json, std::size_t at) {
  for (++at; at < json.size(); ++at) {
    if (json[at] == '\\')
      ++at;
    else if (json[at] == '"')
      return at + 1;
  }
  return std::nullopt;
}

bool value_may_begin_after(char c) {
  constexpr std::string_view k_before_value = ",:[ \t\r\n";
  return k_before_value.find(c) != std::string_view::npos;
}

/// Blanks are what JSON allows after any number.
void overwrite_with_zero(std::string& json, std::size_t at, std::size_t length) {
  json.replace(at, length, length, ' ');
  json[at] = '0';
}

std::size_t word_length_at(std::string_view json, std::size_t at) {
  if (at > 0 && !value_may_begin_after(json[at - 1]))
    return 0;
  for (const auto word : k_words) {
    if (json.substr(at).starts_with(word))
      return word.size();
  }
  return 0;
}

} // namespace

void mask_non_finite(std::string& json) {
  const bool suspicious =
      json.find("NaN") != std::string::npos || json.find("Infinity") != std::string::npos;
  if (!suspicious)
    return;
  for (std::size_t at = 0; at < json.size();) {
    if (json[at] == '"') {
      at = after_string(json, at).value_or(json.size());
    } else if (const std::size_t length = word_length_at(json, at)) {
      overwrite_with_zero(json, at, length);
      at += length;
    } else {
      ++at;
    }
  }
}

std::optional<std::size_t> unclosed_string(std::string_view json) {
  for (std::size_t at = json.find('"'); at != std::string_view::npos; at = json.find('"', at)) {
    const auto after = after_string(json, at);
    if (!after)
      return at;
    at = *after;
  }
  return std::nullopt;
}

} // namespace gpuplan::source
