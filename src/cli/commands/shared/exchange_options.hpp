#pragma once

#include "catalog/catalog.hpp"
#include "cli/commands/shared/arguments.hpp"
#include "core/date.hpp"
#include "cost/exchange_rate.hpp"

#include <string>
#include <vector>

namespace gpuplan::cli::commands {

/// `--fx`, as often as there are rates.
void add_exchange_rates(CLI::App& app, std::vector<std::string>& texts, const char* group);

/// Reads the rates. An exit code, with a message printed, where one does not read or is of a later
/// day than the answer's; a warning is printed of each that is too old to say what prices are.
std::optional<ExitCode> read_exchange_rates(const Environment& environment,
                                            const std::vector<std::string>& texts,
                                            const catalog::Catalog& catalog,
                                            core::Date as_of,
                                            cost::ExchangeRates& into);

} // namespace gpuplan::cli::commands
