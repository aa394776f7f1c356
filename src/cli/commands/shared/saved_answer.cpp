#include "cli/commands/shared/saved_answer.hpp"

#include "source/fields.hpp"

#include <fmt/format.h>

namespace gpuplan::cli::commands {
namespace {

void no_answer(const source::Document& document,
               const source::Node& at,
               core::DiagnosticSink& sink) {
  sink.report(
      {.code = "CLI001",
       .headline = "met a JSON file that is no saved answer",
       .at = document.span(at.at),
       .help = "`gpuplan recommend … --save FILE.json` writes one; a workload file is YAML"});
}

} // namespace

std::string last_answer_path(const Environment& environment) {
  const auto state = environment.variable("XDG_STATE_HOME");
  if (state && !state->empty())
    return *state + "/gpuplan/last.json";
  const auto home = environment.variable("HOME");
  if (!home || home->empty())
    return {};
  return *home + "/.local/state/gpuplan/last.json";
}

std::optional<plan::Stated>
read_saved_answer(const std::string& path, source::FileReader& files, core::DiagnosticSink& sink) {
  auto text = files.read(path, source::k_json_limits.most_bytes, sink);
  if (!text)
    return std::nullopt;
  const auto document = source::read_json(std::move(text), source::k_json_limits, sink);
  if (!document)
    return std::nullopt;
  const auto* request = document->root.find("request");
  const auto* stated = request == nullptr ? nullptr : request->find("stated");
  const auto* flags = stated == nullptr ? nullptr : stated->find("flags");
  if (flags == nullptr || !flags->is_sequence()) {
    no_answer(*document, document->root, sink);
    return std::nullopt;
  }
  plan::Stated job;
  const auto* file = stated->find("file");
  const auto* body = stated->find("text");
  if (file != nullptr && file->is_scalar() && body != nullptr && body->is_scalar()) {
    job.file_name = file->text;
    job.file_text = body->text;
  }
  for (const auto& flag : flags->items) {
    const auto* key = flag.find("key");
    const auto* value = flag.find("value");
    if (key == nullptr || value == nullptr) {
      no_answer(*document, flag, sink);
      return std::nullopt;
    }
    job.overrides.emplace_back(key->text, value->text);
  }
  return job;
}

} // namespace gpuplan::cli::commands
