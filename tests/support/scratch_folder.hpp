#pragma once

#include "support/catch.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace gpuplan::test {

/// A folder of a test that vanishes with it.
class ScratchFolder {
public:
  ScratchFolder() : path_((std::filesystem::temp_directory_path() / "gpuplan-XXXXXX").string()) {
    REQUIRE(mkdtemp(path_.data()) != nullptr);
  }

  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  /// Writes a file below the folder; its path.
  [[nodiscard]] std::string write(const std::string& name, const std::string& bytes) const {
    const auto file = std::filesystem::path(path_) / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << bytes;
    return file.string();
  }

  [[nodiscard]] const std::string& path() const { return path_; }

private:
  std::string path_;
};

} // namespace gpuplan::test
