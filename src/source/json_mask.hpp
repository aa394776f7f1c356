#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gpuplan::source {

/// Python writes NaN, Infinity and -Infinity, which are no JSON. Where one stands as a value of its
/// own, outside of strings, it is replaced in place by a number of the same length, so that all
/// other offsets stay. The reader takes the text of such a value from the original bytes.
void mask_non_finite(std::string& json);

/// The offset of the quote that opens a string which never ends, or nothing.
std::optional<std::size_t> unclosed_string(std::string_view json);

} // namespace gpuplan::source
