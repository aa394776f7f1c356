#include "cli/commands/shared/exchange_options.hpp"

#include "cli/commands/shared/common_options.hpp"
#include "plan/request/rate_age.hpp"

#include <fmt/format.h>

namespace gpuplan::cli::commands {

void add_exchange_rates(CLI::App& app, std::vector<std::string>& texts, const char* group) {
  app.add_option("--fx", texts, "dated exchange rate, CNY=0.14USD@2026-11-28 (repeatable)")
      ->type_name("RATE")
      ->allow_extra_args(false)
      ->group(group);
}

std::optional<ExitCode> read_exchange_rates(const Environment& environment,
                                            const std::vector<std::string>& texts,
                                            const catalog::Catalog& catalog,
                                            core::Date as_of,
                                            cost::ExchangeRates& into) {
  auto rates = cost::parse_exchange_rates(texts);
  if (const auto* error = std::get_if<core::UnitError>(&rates))
    return usage_error(environment, "met --fx " + error->headline, error->help);
  into = std::get<cost::ExchangeRates>(std::move(rates));
  if (const auto later = plan::later_rate(into, as_of))
    return usage_error(environment, "met --fx " + later->headline, later->help);
  core::DiagnosticSink sink;
  for (const auto& old : plan::old_rates(catalog, into, as_of))
    sink.report({.code = "USE039",
                 .severity = core::Severity::warning,
                 .headline = old,
                 .at = {.file = "--fx"},
                 .help = fmt::format("state the rate of {}", core::to_string(as_of))});
  report(environment, sink);
  return std::nullopt;
}

} // namespace gpuplan::cli::commands
