#include "core/ensure.hpp"

#include <cstdio>
#include <cstdlib>

namespace gpuplan::core {

void broken_invariant(const char* expression, const char* file, int line) {
  std::fprintf(
      stderr, "gpuplan: internal error: %s does not hold (%s:%d)\n", expression, file, line);
  std::fflush(stderr);
  std::_Exit(70);
}

} // namespace gpuplan::core
