#pragma once

#include "cli/commands/shared/common_options.hpp"
#include "output/records.hpp"

#include <string_view>

namespace gpuplan::cli::commands {

/// Prints records in the format asked for; of a table without rows nothing.
void print_records(const Environment& environment,
                   const CommonOptions& common,
                   const catalog::Catalog& catalog,
                   const output::Records& records,
                   std::string_view command);

} // namespace gpuplan::cli::commands
