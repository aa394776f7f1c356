#include "fuzz/targets.hpp"

#include <cstdlib>

/// libFuzzer's entry; the build names one target for each program.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const gpuplan::fuzz::Target* const k_target =
      gpuplan::fuzz::find_target(GPUPLAN_FUZZ_TARGET);
  if (k_target == nullptr)
    std::abort();
  k_target->run(std::string(data, data + size));
  return 0;
}
