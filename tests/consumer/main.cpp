#include <gpuplan/version.hpp>
#include <iostream>

int main(int argc, char** argv) {
  if (argc != 2 || gpuplan::k_version != argv[1]) {
    std::cerr << "the installed headers say " << gpuplan::k_version << '\n';
    return 1;
  }
}
