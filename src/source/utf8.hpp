#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace gpuplan::source {

/// Characters (code points) of a text; bytes that continue a character do not count.
std::size_t count_characters(std::string_view text);

/// The byte at which character number `index` (0-based) begins; the size where there are fewer.
std::size_t byte_of_character(std::string_view text, std::size_t index);

/// The offset of the first byte that is no well-formed UTF-8 (RFC 3629: no overlong forms, no
/// surrogates, nothing above U+10FFFF), or nothing.
std::optional<std::size_t> first_bad_utf8(std::string_view text);

/// The offset of the first control character other than tab and line end, or nothing.
std::optional<std::size_t> first_control(std::string_view text);

/// `text` for a terminal: control characters other than tab become `?`, ill-formed bytes U+FFFD.
std::string printable(std::string_view text);

} // namespace gpuplan::source
