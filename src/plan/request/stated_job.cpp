#include "plan/request/stated_job.hpp"

#include "workload/read/workload_file.hpp"

#include <algorithm>

namespace gpuplan::plan {
namespace {

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? std::string{} : path.substr(0, slash);
}

} // namespace

std::optional<Stated>
read_stated(const std::string& path, source::FileReader& files, core::DiagnosticSink& sink) {
  const auto text = files.read(path, source::k_yaml_limits.most_bytes, sink);
  if (text == nullptr)
    return std::nullopt;
  return Stated{.file_name = path, .file_text = std::string(text->bytes()), .overrides = {}};
}

std::optional<workload::Workload> build_stated(const Stated& stated,
                                               const workload::Overrides& overrides,
                                               const JobSources& sources,
                                               core::DiagnosticSink& sink) {
  std::optional<source::Document> document;
  if (!stated.file_name.empty()) {
    auto text = std::make_shared<const source::SourceText>(stated.file_name, stated.file_text);
    document = source::read_yaml(std::move(text), source::k_yaml_limits, sink);
    if (!document)
      return std::nullopt;
  }
  const auto& catalog = sources.catalog;
  const workload::ModelSources models{
      .models = {.language = catalog.language_models(), .sample = catalog.sample_models()},
      .settings = catalog.settings(),
      .files = sources.files,
      .hub_cache = sources.hub_cache,
      .base_folder = folder_of(stated.file_name)};
  return workload::build_workload(document ? &*document : nullptr, overrides, models, sink);
}

workload::Overrides said_anew(workload::Overrides said, const workload::Overrides& changes) {
  std::erase_if(said, [&](const workload::Override& one) {
    return std::any_of(changes.begin(), changes.end(), [&](const workload::Override& change) {
      return change.key == one.key;
    });
  });
  said.insert(said.end(), changes.begin(), changes.end());
  return said;
}

} // namespace gpuplan::plan
