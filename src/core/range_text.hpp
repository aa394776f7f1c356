#pragma once

#include "core/unit_text.hpp"

namespace gpuplan::core {

/// Bounds of a quantity in the base unit of its dimension; an absent bound does not hold.
struct Range {
  std::optional<double> least;
  std::optional<double> most;

  [[nodiscard]] bool contains(double value) const {
    return (!least || value >= *least) && (!most || value <= *most);
  }
};

/// Reads `8` (exactly that), `8+` (at least), `8..64`, `..64`; each bound a quantity, a bare one in
/// the default unit. A range whose ends are swapped is an error.
std::variant<Range, UnitError>
parse_range(std::string_view text, Dimension dimension, DefaultUnit bare = std::nullopt);

} // namespace gpuplan::core
