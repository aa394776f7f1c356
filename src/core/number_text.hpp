#pragma once

#include <cstddef>
#include <string_view>

namespace gpuplan::core {

/// Length of the longest number at the begin of `text` by the grammar of JSON (RFC 8259, section
/// 6): no sign `+`, no leading zero, digits at both sides of a point; 0 where there is none. The
/// one form of numbers in every file and flag. An `e` counts only with digits behind it.
std::size_t number_length(std::string_view text);

/// Whether all of `text` is such a number.
bool is_number(std::string_view text);

} // namespace gpuplan::core
