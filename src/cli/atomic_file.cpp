#include "cli/atomic_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace gpuplan::cli {
namespace {

[[noreturn]] void fail(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

/// A descriptor that is closed with its scope.
class Descriptor {
public:
  explicit Descriptor(int number) : number_(number) {}

  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  ~Descriptor() {
    if (number_ >= 0)
      ::close(number_);
  }

  [[nodiscard]] int number() const { return number_; }

private:
  int number_;
};

void write_all(int descriptor, std::string_view bytes, const std::string& path) {
  while (!bytes.empty()) {
    const auto written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      fail("cannot write " + path);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

} // namespace

namespace {

/// A device, a pipe or a terminal is written to; putting a file in its place would break it.
bool is_no_plain_file(const std::string& path) {
  struct stat status {};

  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

/// The file a link leads to: it is replaced, the link stays.
std::string behind_links(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr),
                                                         &std::free);
  return real == nullptr ? path : std::string(real.get());
}

void write_through(const std::string& path, std::string_view bytes) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.number() < 0)
    fail("cannot write " + path);
  write_all(file.number(), bytes, path);
}

} // namespace

void replace_file(const std::string& named, std::string_view bytes) {
  const std::string path = behind_links(named);
  if (is_no_plain_file(path)) {
    write_through(path, bytes);
    return;
  }
  std::string temporary = path + ".XXXXXX";
  const Descriptor file(::mkstemp(temporary.data()));
  if (file.number() < 0)
    fail("cannot write " + path);
  try {
    constexpr mode_t k_readable = 0644;
    write_all(file.number(), bytes, path);
    if (::fchmod(file.number(), k_readable) != 0 || ::fsync(file.number()) != 0 ||
        std::rename(temporary.c_str(), path.c_str()) != 0) {
      fail("cannot write " + path);
    }
  } catch (...) {
    ::unlink(temporary.c_str());
    throw;
  }
}

} // namespace gpuplan::cli
