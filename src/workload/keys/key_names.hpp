#pragma once

#include "workload/keys/keys.hpp"

#include <optional>
#include <string_view>

namespace gpuplan::workload {

/// The key that is known by a name: the last part of its path, its flag or another tool's flag
/// (`regions` for `constraints.places`, whose flag is `--region`), without regard to case, to `-`
/// and `_`, and to an `s` at the end.
const Key* key_named(std::string_view name);

/// The key whose names have one near to a wanted name, as for "did you mean".
const Key* key_near(std::string_view name);

} // namespace gpuplan::workload
