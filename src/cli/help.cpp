#include "cli/help.hpp"

#include "catalog/catalog.hpp"
#include "cli/flag_mapping.hpp"
#include "cli/verbs.hpp"
#include "core/counted.hpp"

#include "gpuplan/version.hpp"

#include <fmt/format.h>

namespace gpuplan::cli {

std::string welcome() {
  const auto edition = catalog::Catalog::built_in().edition();
  return fmt::format(
      "gpuplan {}: which cloud accelerators to rent for a deep-learning job, and what it costs.\n"
      "Catalog of {}: {}, {}, {}, {}, {}. Works offline.\n"
      "\n"
      "  gpuplan recommend llama-3.1-8b                           what to rent for a fine-tune\n"
      "  gpuplan recommend llama-3.1-70b --kind serve --rps 20    what to rent to serve it\n"
      "  gpuplan offers h100                                      what an H100 costs, where\n"
      "\n"
      "`gpuplan --help` lists the commands, `gpuplan COMMAND --help` their options.\n",
      gpuplan::k_version,
      edition.version,
      core::counted(edition.providers, "provider"),
      core::counted(edition.accelerators, "chip"),
      core::counted(edition.instances, "machine"),
      core::counted(edition.offers, "price"),
      core::counted(edition.models, "model"));
}

std::string overview() {
  std::string text =
      "Usage: gpuplan COMMAND [OPTIONS]\n"
      "Which cloud accelerators to rent for a deep-learning job, how many, on which terms,\n"
      "how long it takes and what it costs.\n";
  std::string_view group;
  for (const auto& verb : verbs()) {
    if (verb.group != group)
      text += fmt::format("\n{}\n", verb.group);
    group = verb.group;
    text += fmt::format("  {:<11} {}\n", verb.name, verb.summary);
  }
  text +=
      "\nExit codes\n"
      "  0 done   1 the answer is no   2 wrong usage   3 bad input   4 cannot judge\n"
      "  5 trouble outside   70 our bug   130 interrupted\n"
      "\n"
      "`gpuplan COMMAND --help` shows its options; `gpuplan help coming-from skypilot` (dstack,\n"
      "ec2-instance-selector, aiconfigurator, infracost) what flags you know are called here.\n";
  return text;
}

ExitCode coming_from(const Environment& environment, std::span<const std::string> arguments) {
  if (arguments.empty()) {
    write(environment.output, "Tools: " + known_tools() + "\n");
    return ExitCode::done;
  }
  const auto table = flags_of(arguments[0], width_of(environment));
  if (!table) {
    write(environment.error,
          fmt::format("gpuplan: no mapping for \"{}\"; there is one for {}\n",
                      arguments[0],
                      known_tools()));
    return ExitCode::bad_input;
  }
  write(environment.output, *table);
  return ExitCode::done;
}

} // namespace gpuplan::cli
