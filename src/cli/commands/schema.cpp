#include "cli/commands/schema.hpp"

#include "cli/commands/shared/arguments.hpp"
#include "core/text.hpp"
#include "output/json/schemas.hpp"

#include <fmt/format.h>

namespace gpuplan::cli::commands {

ExitCode schema(const Environment& environment, std::span<const std::string> arguments) {
  CLI::App app{"JSON Schemas (draft 2020-12) of the outputs, and of the workload file.", "schema"};
  std::string name;
  app.add_option("NAME", name, "which; without one the names are listed");
  if (const auto ended = parse(app, environment, arguments))
    return *ended;
  const auto names = output::schema_names();
  if (name.empty()) {
    std::string list;
    for (const auto known : names)
      list += std::string(known) + "\n";
    write(environment.output, list);
    return ExitCode::done;
  }
  const auto text = output::schema_text(name);
  if (!text) {
    const auto meant = core::nearest(name, names);
    return usage_error(environment,
                       fmt::format("no schema {}", name),
                       meant ? fmt::format("did you mean {}?", *meant)
                             : "`gpuplan schema` lists them");
  }
  write(environment.output, *text);
  return ExitCode::done;
}

} // namespace gpuplan::cli::commands
