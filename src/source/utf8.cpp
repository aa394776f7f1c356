#include "source/utf8.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace gpuplan::source {
namespace {

std::uint8_t byte_at(std::string_view text, std::size_t at) {
  return static_cast<std::uint8_t>(text[at]);
}

bool continues(char c) {
  return (static_cast<std::uint8_t>(c) & 0xC0U) == 0x80U;
}

/// Bytes of the well-formed character that begins at `at`, or 0 (RFC 3629, section 4).
std::size_t character_length(std::string_view text, std::size_t at) {
  const std::uint8_t lead = byte_at(text, at);
  if (lead < 0x80U)
    return 1;
  std::size_t length = 0;
  std::uint8_t least_second = 0x80U;
  std::uint8_t most_second = 0xBFU;
  if (lead >= 0xC2U && lead <= 0xDFU) {
    length = 2;
  } else if (lead >= 0xE0U && lead <= 0xEFU) {
    length = 3;
    least_second = lead == 0xE0U ? 0xA0U : 0x80U;
    most_second = lead == 0xEDU ? 0x9FU : 0xBFU;
  } else if (lead >= 0xF0U && lead <= 0xF4U) {
    length = 4;
    least_second = lead == 0xF0U ? 0x90U : 0x80U;
    most_second = lead == 0xF4U ? 0x8FU : 0xBFU;
  } else {
    return 0;
  }
  if (text.size() - at < length)
    return 0;
  if (byte_at(text, at + 1) < least_second || byte_at(text, at + 1) > most_second)
    return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if (!continues(text[at + i]))
      return 0;
  }
  return length;
}

bool is_control(char c) {
  const auto byte = static_cast<std::uint8_t>(c);
  return (byte < 0x20U && c != '\t' && c != '\n' && c != '\r') || byte == 0x7FU;
}

/// Whether the next eight bytes are all ASCII: most of every input, so worth a look at once.
bool eight_ascii(const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return (word & 0x8080808080808080U) == 0;
}

} // namespace

std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continues(c); }));
}

std::size_t byte_of_character(std::string_view text, std::size_t index) {
  std::size_t seen = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (continues(text[at]))
      continue;
    if (seen++ == index)
      return at;
  }
  return text.size();
}

std::optional<std::size_t> first_bad_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (text.size() - at >= sizeof(std::uint64_t) && eight_ascii(text.data() + at)) {
      at += sizeof(std::uint64_t);
      continue;
    }
    const std::size_t length = character_length(text, at);
    if (length == 0)
      return at;
    at += length;
  }
  return std::nullopt;
}

std::optional<std::size_t> first_control(std::string_view text) {
  const auto found = std::find_if(text.begin(), text.end(), is_control);
  if (found == text.end())
    return std::nullopt;
  return static_cast<std::size_t>(found - text.begin());
}

std::string printable(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(text, at);
    if (length == 0) {
      result += "\xEF\xBF\xBD";
      ++at;
      continue;
    }
    const bool hidden = length == 1 && (is_control(text[at]) || text[at] == '\r');
    if (hidden) {
      result += '?';
    } else {
      result.append(text.substr(at, length));
    }
    at += length;
  }
  return result;
}

} // namespace gpuplan::source
