#include "source/checks.hpp"
#include "source/files.hpp"

#include <algorithm>

namespace gpuplan::source {
namespace {

std::string folder_prefix(const std::string& folder) {
  if (folder.empty() || folder == "." || folder.ends_with('/'))
    return folder == "." ? "" : folder;
  return folder + "/";
}

} // namespace

void MemoryReader::add(std::string path, std::string bytes) {
  files_.emplace_back(std::move(path), std::move(bytes));
}

SourceTextPtr
MemoryReader::read(const std::string& path, std::size_t most_bytes, core::DiagnosticSink& sink) {
  for (const auto& [name, bytes] : files_) {
    if (name != path)
      continue;
    if (bytes.size() <= most_bytes)
      return std::make_shared<const SourceText>(name, bytes);
    sink.report({.code = "SRC004",
                 .headline = over_limit_in_words(bytes.size(), most_bytes),
                 .at = {.file = path}});
    return nullptr;
  }
  const bool folder = is_folder(path);
  sink.report({.code = folder ? "SRC002" : "SRC001",
               .headline = folder ? "met a folder, expected a file" : "met no file of this name",
               .at = {.file = path}});
  return nullptr;
}

SourceTextPtr
MemoryReader::read_head(const std::string& path, std::size_t count, core::DiagnosticSink& sink) {
  const auto whole = read(path, std::string::npos, sink);
  if (whole == nullptr)
    return nullptr;
  return std::make_shared<const SourceText>(path, std::string(whole->bytes().substr(0, count)));
}

bool MemoryReader::is_folder(const std::string& path) {
  const std::string prefix = folder_prefix(path);
  return std::any_of(files_.begin(), files_.end(), [&](const auto& file) {
    return file.first.starts_with(prefix);
  });
}

bool MemoryReader::is_file(const std::string& path) {
  return std::any_of(
      files_.begin(), files_.end(), [&](const auto& file) { return file.first == path; });
}

std::vector<std::string> MemoryReader::list(const std::string& folder) {
  const std::string prefix = folder_prefix(folder);
  std::vector<std::string> names;
  for (const auto& file : files_) {
    if (!file.first.starts_with(prefix))
      continue;
    const std::string rest = file.first.substr(prefix.size());
    names.push_back(rest.substr(0, rest.find('/')));
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

} // namespace gpuplan::source
