#pragma once

#include "workload/families/family.hpp"
#include "workload/hf/config_keys.hpp"

namespace gpuplan::workload {

/// Reads layers, widths, heads, tables and positions under the names that model classes use. What
/// is already set stays. A missing key takes the class's default, which is noted, or is an error.
void read_dimensions(ConfigKeys& keys, std::string_view model_type, Shape& shape);

/// Whether input and output table are one; the family's default is noted.
void read_table_tie(ConfigKeys& keys, const Family& family, Shape& shape);

/// Routed and shared experts, and the layers that have them.
void read_experts(ConfigKeys& keys, Shape& shape);

/// Layers that see a window of tokens only. Where every layer slides the window is not used, with
/// a note: serving engines keep the whole cache then.
void read_windows(ConfigKeys& keys, Shape& shape);

} // namespace gpuplan::workload
