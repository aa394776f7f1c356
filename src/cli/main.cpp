#include "cli/run.hpp"

int main(int argc, char** argv) {
  return static_cast<int>(gpuplan::cli::run(gpuplan::cli::this_process(argc, argv)));
}
