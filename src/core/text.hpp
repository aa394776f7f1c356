#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gpuplan::core {

/// ASCII lower case; other bytes stay.
std::string lower(std::string_view text);

/// Without ASCII spaces, tabs and line ends at both sides.
std::string_view trim(std::string_view text);

/// Smallest number of insertions, deletions, replacements and swaps of neighbours between two
/// texts, without regard to case; `limit + 1` where it is larger than `limit`.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

/// The candidate nearest to `met` if it is near enough to be meant (a third of its length, at most
/// three edits, or a candidate that begins with it); the first among equals.
std::optional<std::string_view> nearest(std::string_view met,
                                        std::span<const std::string_view> candidates);

/// Whether `text` matches a pattern with `*` (any run) and `?` (any one character), without regard
/// to case. Linear in the product of the lengths: no pattern can blow it up.
bool glob_match(std::string_view pattern, std::string_view text);

/// A text as messages repeat it: at most 40 bytes, `nothing` for an empty one.
std::string shortened(std::string_view text);

/// The words as a choice: `on, off or auto`; an empty one reads `nothing`.
std::string choice_of(std::span<const std::string_view> words);

/// A decimal number with commas between its thousands: `-1,234.5678`.
std::string group_thousands(std::string digits);

/// `1,234,567`.
std::string with_thousands(std::int64_t number);

} // namespace gpuplan::core
