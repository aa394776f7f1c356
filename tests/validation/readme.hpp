#pragma once

#include "core/counted.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace gpuplan::validation {

/// What README.md tells of how right the estimates are is what these tests reach: whoever changes
/// a form or a coefficient changes the page with it.
inline bool readme_says(std::string_view words) {
  std::ifstream file{GPUPLAN_TESTS_DIR "/../README.md"};
  std::string page{std::istreambuf_iterator<char>{file}, {}};
  for (char& character : page)
    character = character == '\n' ? ' ' : character;
  return page.find(words) != std::string::npos;
}

/// A line of its table: the runs, and the errors in whole per cent.
inline std::string
readme_line(std::string_view what, std::size_t runs, double median, double ninetieth) {
  return fmt::format(
      "| {} | {} | {:.0f} % | {:.0f} % |", what, core::with_thousands(runs), median, ninetieth);
}

} // namespace gpuplan::validation
