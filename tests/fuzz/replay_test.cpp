#include "fuzz/targets.hpp"
#include "source/files.hpp"
#include "support/catch.hpp"
#include "support/source_text.hpp"

using namespace gpuplan;

// Seeds, and every input that ever broke a reader: each runs in the ordinary tests.
TEST_CASE("every input of the fuzzers is read as promised", "[fuzz]") {
  source::DiskReader disk;
  core::DiagnosticSink sink;
  for (const auto& target : fuzz::targets()) {
    const std::string folder = GPUPLAN_TESTS_DIR "/fuzz/corpus/" + std::string(target.name);
    const auto names = disk.list(folder);
    CAPTURE(folder);
    CHECK_FALSE(names.empty());
    for (const auto& name : names) {
      constexpr std::size_t k_most_bytes = std::size_t{1} << 22U;
      const auto text = disk.read(folder + "/" + name, k_most_bytes, sink);
      INFO(test::rendered(sink));
      REQUIRE(text != nullptr);
      target.run(std::string(text->bytes()));
    }
  }
}
