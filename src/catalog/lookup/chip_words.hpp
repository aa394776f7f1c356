#pragma once

#include "catalog/accelerator.hpp"

#include <string>
#include <vector>

namespace gpuplan::catalog {

/// The words of a chip's name, lower case: runs of letters and digits, a number followed by GB or
/// GiB counting as one word (`A100 80 GB` is `a100`, `80gb`).
std::vector<std::string> name_words(std::string_view name);

/// Whether a word is a number and nothing else.
bool all_digits(std::string_view word);

/// Words as one text: `a100 80gb`.
std::string join_words(const std::vector<std::string>& words);

/// The memory size a name states, in GB as written (`a100-40gb`: 40), or nothing.
std::optional<double> memory_in_name(std::string_view name);

/// Every word a chip answers to: of its id, names, aliases and vendor, and its memory size.
std::vector<std::string> words_of(const Accelerator& chip);

} // namespace gpuplan::catalog
