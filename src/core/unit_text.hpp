#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace gpuplan::core {

/// What a written quantity measures; each has one base unit the number is answered in.
enum class Dimension : std::uint8_t {
  count,     ///< plain number with optional k, M, B, T (decimal): tokens, samples, parameters
  memory,    ///< bytes; GB is 10^9, GiB is 2^30
  bandwidth, ///< bytes a second; Gbps is bits, GB/s is bytes
  duration,  ///< hours; s, min, h, d, w, mo (730 h), y (8,760 h), ms
  rate,      ///< a second; /s, /min, /h, /d
};

/// Why a text is no quantity: "met 40, a bare number; write one of GiB, GB, …".
struct UnitError {
  std::string headline;
  std::string help;
};

/// Whether a bare number counts as a quantity: never in files; for flags with a default unit, it
/// is read in that unit (`GiB`, `h`).
using DefaultUnit = std::optional<std::string_view>;

/// Reads `40GiB`, `100Gbps`, `48h`, `2.5M`, `1h30m` is not read. A negative, infinite or absurd
/// value (over 10^30) is an error, as is a unit of another dimension.
std::variant<double, UnitError>
parse_quantity(std::string_view text, Dimension dimension, DefaultUnit bare = std::nullopt);

} // namespace gpuplan::core
