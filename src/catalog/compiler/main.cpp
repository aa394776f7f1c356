#include "catalog/builder/catalog_builder.hpp"
#include "catalog/sha256.hpp"

#include <cstdio>
#include <fstream>
#include <span>

namespace {

using namespace gpuplan;

bool write_file(const std::string& path, const std::string& bytes) {
  std::ofstream file{path, std::ios::binary | std::ios::trunc};
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return file.flush().good();
}

/// All faults of a folder of many files are wanted at once.
constexpr std::size_t k_most_faults = 500;

int compile(std::span<char*> folders, const std::string& output) {
  core::DiagnosticSink sink{k_most_faults};
  source::DiskReader files;
  catalog::CatalogBuilder builder{files, sink};
  for (const char* folder : folders)
    builder.add_files(folder, source::k_yaml_limits);
  const auto bytes = builder.build();
  for (const auto& diagnostic : sink.diagnostics())
    std::fputs(core::render(diagnostic).c_str(), stderr);
  if (sink.dropped() > 0)
    std::fprintf(stderr, "and %zu more\n", sink.dropped());
  if (bytes == nullptr)
    return 3;
  if (!write_file(output, *bytes) || !write_file(output + ".sha256", catalog::sha256(*bytes))) {
    std::fprintf(stderr, "gpuplan-catalogc: cannot write %s\n", output.c_str());
    return 5;
  }
  return 0;
}

} // namespace

// gpuplan-catalogc FOLDER... OUTPUT: compiles folders of catalog files, each laid over those before
// it, into OUTPUT, and writes its SHA-256 digest beside it as OUTPUT.sha256. Exits with 3 after a
// fault in the files.
int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: gpuplan-catalogc FOLDER... OUTPUT\n", stderr);
    return 2;
  }
  const std::span arguments(argv, static_cast<std::size_t>(argc));
  return compile(arguments.subspan(1, arguments.size() - 2), arguments.back());
}
