#include "core/text.hpp"
#include "source/checks.hpp"
#include "source/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>
#include <system_error>

namespace gpuplan::source {
namespace {

constexpr std::string_view k_standard_input = "-";

void fail(const std::string& path,
          std::string_view code,
          std::string headline,
          std::string help,
          core::DiagnosticSink& sink) {
  sink.report({.code = std::string(code),
               .headline = std::move(headline),
               .at = {.file = path},
               .help = std::move(help)});
}

/// The file of the same folder whose name is nearest, as advice.
std::string nearest_file(const std::string& path) {
  const std::filesystem::path wanted(path);
  const auto folder = wanted.has_parent_path() ? wanted.parent_path() : ".";
  const auto names = DiskReader{}.list(folder.string());
  const std::vector<std::string_view> views(names.begin(), names.end());
  const auto near = core::nearest(wanted.filename().string(), views);
  if (!near)
    return {};
  return fmt::format("did you mean {}?",
                     wanted.has_parent_path() ? (wanted.parent_path() / *near).string()
                                              : std::string(*near));
}

struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file != stdin)
      std::fclose(file);
  }
};

using File = std::unique_ptr<std::FILE, CloseFile>;

File open(const std::string& path, core::DiagnosticSink& sink) {
  if (path == k_standard_input)
    return File{stdin};
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found) {
    fail(path, "SRC001", "met no file of this name", nearest_file(path), sink);
    return nullptr;
  }
  if (std::filesystem::is_directory(status)) {
    fail(path, "SRC002", "met a folder, expected a file", {}, sink);
    return nullptr;
  }
  File file{std::fopen(path.c_str(), "rb")};
  if (file == nullptr) {
    const bool denied = errno == EACCES || errno == EPERM;
    fail(path,
         "SRC003",
         denied ? "may not read this file" : "cannot open this file",
         denied ? "look at its permissions" : "",
         sink);
  }
  return file;
}

/// At most `count` bytes, or nothing after a fault.
std::optional<std::string> read_bytes(std::FILE* file,
                                      std::size_t count,
                                      const std::string& path,
                                      core::DiagnosticSink& sink) {
  constexpr std::size_t k_chunk = std::size_t{1} << 16U;
  std::string bytes;
  while (bytes.size() < count) {
    const std::size_t before = bytes.size();
    const std::size_t wanted = std::min(count - before, std::max(k_chunk, before));
    bytes.resize(before + wanted);
    const std::size_t got = std::fread(bytes.data() + before, 1, wanted, file);
    bytes.resize(before + got);
    if (got < wanted)
      break;
  }
  if (std::ferror(file) != 0) {
    fail(path, "SRC003", "cannot read this file to its end", {}, sink);
    return std::nullopt;
  }
  return bytes;
}

std::string shown_name(const std::string& path) {
  return path == k_standard_input ? "<stdin>" : path;
}

void fail_too_long(const std::string& path,
                   std::optional<std::size_t> size,
                   std::size_t most_bytes,
                   core::DiagnosticSink& sink) {
  fail(shown_name(path),
       "SRC004",
       size ? over_limit_in_words(*size, most_bytes)
            : fmt::format("met more than the limit of {}", size_in_words(most_bytes)),
       {},
       sink);
}

} // namespace

SourceTextPtr
DiskReader::read(const std::string& path, std::size_t most_bytes, core::DiagnosticSink& sink) {
  const File file = open(path, sink);
  if (file == nullptr)
    return nullptr;
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (file.get() != stdin && !error && size > most_bytes) {
    fail_too_long(path, size, most_bytes, sink);
    return nullptr;
  }
  constexpr auto k_no_limit = std::numeric_limits<std::size_t>::max();
  const std::size_t one_more = most_bytes == k_no_limit ? most_bytes : most_bytes + 1;
  auto bytes = read_bytes(file.get(), one_more, path, sink);
  if (!bytes)
    return nullptr;
  if (bytes->size() > most_bytes) {
    fail_too_long(path, std::nullopt, most_bytes, sink);
    return nullptr;
  }
  return std::make_shared<const SourceText>(shown_name(path), std::move(*bytes));
}

SourceTextPtr
DiskReader::read_head(const std::string& path, std::size_t count, core::DiagnosticSink& sink) {
  const File file = open(path, sink);
  if (file == nullptr)
    return nullptr;
  auto bytes = read_bytes(file.get(), count, path, sink);
  if (!bytes)
    return nullptr;
  return std::make_shared<const SourceText>(shown_name(path), std::move(*bytes));
}

bool DiskReader::is_folder(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_directory(path, error);
}

bool DiskReader::is_file(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error);
}

std::vector<std::string> DiskReader::list(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  std::filesystem::directory_iterator entry(folder, error);
  for (; !error && entry != std::filesystem::directory_iterator{}; entry.increment(error))
    names.push_back(entry->path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

} // namespace gpuplan::source
