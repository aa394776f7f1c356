#include "source/files.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"
#include "support/source_text.hpp"

using namespace gpuplan;
using source::DiskReader;
using source::MemoryReader;
using test::ScratchFolder;

namespace {

std::string fault_of_reading(const std::string& path, std::size_t most_bytes) {
  core::DiagnosticSink sink;
  CHECK(DiskReader{}.read(path, most_bytes, sink) == nullptr);
  return test::rendered(sink);
}

} // namespace

TEST_CASE("a file is read whole, or its head", "[source][files]") {
  const ScratchFolder folder;
  const std::string path = folder.write("a.yaml", "abcdef");
  core::DiagnosticSink sink;
  DiskReader disk;
  const auto text = disk.read(path, 6, sink);
  REQUIRE(text != nullptr);
  CHECK(text->bytes() == "abcdef");
  CHECK(text->name() == path);
  CHECK(disk.read_head(path, 4, sink)->bytes() == "abcd");
  CHECK(disk.read_head(path, 40, sink)->bytes() == "abcdef");
  CHECK(disk.is_file(path));
  CHECK_FALSE(disk.is_folder(path));
  CHECK(disk.is_folder(folder.path()));
  CHECK(disk.list(folder.path()) == std::vector<std::string>{"a.yaml"});
  CHECK_FALSE(sink.failed());
}

TEST_CASE("a file that cannot be read is named with the reason", "[source][files]") {
  const ScratchFolder folder;
  const std::string path = folder.write("budget.yaml", std::string(100, 'x'));
  const std::string misspelt = folder.path() + "/buget.yaml";
  CHECK(fault_of_reading(misspelt, 100) == misspelt +
                                               ": error[SRC001]: met no file of this name\n"
                                               "  help: did you mean " +
                                               path + "?\n");
  CHECK(fault_of_reading(folder.path(), 100) ==
        folder.path() + ": error[SRC002]: met a folder, expected a file\n");
  CHECK(fault_of_reading(path, 99) ==
        path + ": error[SRC004]: met 100 bytes, over the limit of 99 bytes\n");
  CHECK(fault_of_reading("/dev/zero", 1000) ==
        "/dev/zero: error[SRC004]: met more than the limit of 1,000 bytes\n");
  CHECK(fault_of_reading("/proc/self/mem", 1000) ==
        "/proc/self/mem: error[SRC003]: cannot read this file to its end\n");
  if (geteuid() == 0) {
    WARN("root may read every file: the test of permissions is left out");
    return;
  }
  std::filesystem::permissions(path, std::filesystem::perms::none);
  CHECK(fault_of_reading(path, 100) == path + ": error[SRC003]: may not read this file\n"
                                              "  help: look at its permissions\n");
}

TEST_CASE("files of a test behave like files of the machine", "[source][files]") {
  MemoryReader files;
  files.add("jobs/b.yaml", "two");
  files.add("jobs/a.yaml", "one");
  files.add("jobs/sub/c.yaml", "three");
  files.add("top.yaml", "top");
  core::DiagnosticSink sink;
  CHECK(files.list("jobs") == std::vector<std::string>{"a.yaml", "b.yaml", "sub"});
  CHECK(files.list(".") == std::vector<std::string>{"jobs", "top.yaml"});
  CHECK(files.is_folder("jobs"));
  CHECK(files.is_folder("jobs/sub"));
  CHECK_FALSE(files.is_folder("job"));
  CHECK(files.is_file("top.yaml"));
  CHECK(files.read("jobs/b.yaml", 3, sink)->bytes() == "two");
  CHECK(files.read_head("jobs/sub/c.yaml", 2, sink)->bytes() == "th");
  CHECK_FALSE(sink.failed());
  CHECK(files.read("jobs", 10, sink) == nullptr);
  CHECK(files.read("jobs/x.yaml", 10, sink) == nullptr);
  CHECK(files.read("jobs/b.yaml", 2, sink) == nullptr);
  CHECK(test::rendered(sink) ==
        "jobs: error[SRC002]: met a folder, expected a file\n"
        "jobs/x.yaml: error[SRC001]: met no file of this name\n"
        "jobs/b.yaml: error[SRC004]: met 3 bytes, over the limit of 2 bytes\n");
}
