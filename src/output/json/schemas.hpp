#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gpuplan::output {

/// Names of the published JSON Schemas: of every JSON output, and of the workload file.
std::span<const std::string_view> schema_names();

/// A JSON Schema (draft 2020-12), made from the same tables as the output it describes; nothing
/// for another name.
std::optional<std::string> schema_text(std::string_view name);

} // namespace gpuplan::output
