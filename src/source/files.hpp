#pragma once

#include "source/readers.hpp"

#include <string>
#include <vector>

namespace gpuplan::source {

/// The one seam through which inputs are opened; tests use an in-memory one.
class FileReader {
public:
  FileReader() = default;
  FileReader(const FileReader&) = delete;
  FileReader& operator=(const FileReader&) = delete;
  virtual ~FileReader() = default;

  /// The whole file, or nothing with a diagnostic: missing, a folder, unreadable, longer than
  /// `most_bytes` (checked before reading; only that much is ever held).
  virtual SourceTextPtr
  read(const std::string& path, std::size_t most_bytes, core::DiagnosticSink& sink) = 0;

  /// The first `count` bytes (fewer for a shorter file), for formats with a header of their own.
  virtual SourceTextPtr
  read_head(const std::string& path, std::size_t count, core::DiagnosticSink& sink) = 0;

  virtual bool is_folder(const std::string& path) = 0;
  virtual bool is_file(const std::string& path) = 0;

  /// Names in a folder, sorted by bytes.
  virtual std::vector<std::string> list(const std::string& folder) = 0;
};

/// Files of this machine. `-` is standard input.
class DiskReader final : public FileReader {
public:
  SourceTextPtr
  read(const std::string& path, std::size_t most_bytes, core::DiagnosticSink& sink) override;
  SourceTextPtr
  read_head(const std::string& path, std::size_t count, core::DiagnosticSink& sink) override;
  bool is_folder(const std::string& path) override;
  bool is_file(const std::string& path) override;
  std::vector<std::string> list(const std::string& folder) override;
};

/// Files of a test, by path; folders follow from the paths.
class MemoryReader final : public FileReader {
public:
  void add(std::string path, std::string bytes);

  SourceTextPtr
  read(const std::string& path, std::size_t most_bytes, core::DiagnosticSink& sink) override;
  SourceTextPtr
  read_head(const std::string& path, std::size_t count, core::DiagnosticSink& sink) override;
  bool is_folder(const std::string& path) override;
  bool is_file(const std::string& path) override;
  std::vector<std::string> list(const std::string& folder) override;

private:
  std::vector<std::pair<std::string, std::string>> files_;
};

} // namespace gpuplan::source
