#include "cli/commands/version.hpp"

#include "cli/commands/shared/common_options.hpp"
#include "core/counted.hpp"
#include "output/json/envelope.hpp"

#include "gpuplan/version.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace gpuplan::cli::commands {

ExitCode version(const Environment& environment, std::span<const std::string> arguments) {
  CLI::App app{"Version of the program and of its catalog.", "version"};
  CommonOptions common;
  common.add(app, {Format::table, Format::json});
  if (const auto ended = common.read(app, environment, arguments))
    return *ended;
  core::DiagnosticSink sink;
  const auto catalog = common.load_catalog(sink);
  if (!catalog)
    return report(environment, sink);
  const auto edition = catalog->edition();
  if (common.format() == Format::json) {
    nlohmann::ordered_json root;
    output::begin_envelope(root, "version", *catalog, common.as_of(), {});
    root["counts"] = {{"providers", edition.providers},
                      {"accelerators", edition.accelerators},
                      {"instances", edition.instances},
                      {"offers", edition.offers},
                      {"regions", edition.regions},
                      {"models", edition.models}};
    common.print(environment, output::text_of(root));
    return ExitCode::done;
  }
  const auto text = fmt::format("gpuplan {}\ncatalog {}, sha256 {}\n{}, {}, {}, {}, {}, {}\n",
                                k_version,
                                edition.version,
                                edition.sha256,
                                core::counted(edition.providers, "provider"),
                                core::counted(edition.accelerators, "chip"),
                                core::counted(edition.instances, "machine"),
                                core::counted(edition.offers, "price"),
                                core::counted(edition.regions, "region"),
                                core::counted(edition.models, "model"));
  common.print(environment, output::wrap_lines(text, common.style(environment).width));
  return ExitCode::done;
}

} // namespace gpuplan::cli::commands
