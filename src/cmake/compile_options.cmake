option(GPUPLAN_WARNINGS_AS_ERRORS "Treat warnings in our own code as errors" ${GPUPLAN_DEVELOPER})
option(GPUPLAN_SANITIZE "Address and undefined-behaviour sanitizers, without recovery" OFF)
option(GPUPLAN_FUZZ "Build the libFuzzer programs of tests/fuzz (Clang)" OFF)
option(GPUPLAN_PRECOMPILE "Precompile the common headers (cheaper on few cores)" OFF)
option(GPUPLAN_COVERAGE "Count which lines and branches the tests run" OFF)

# gpuplan_compile_options(<target>): what holds for our own code alone. The same input gives the
# same bytes on every machine, so no fused multiply-add and no fast-math.
function(gpuplan_compile_options target)
  target_compile_options(${target} PRIVATE -ffp-contract=off)
  if(GPUPLAN_DEVELOPER)
    target_compile_options(
      ${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow
                        -Wold-style-cast -Wnon-virtual-dtor
                        # Designated initialisers leave out what keeps its default.
                        -Wno-missing-field-initializers)
    target_compile_definitions(${target} PRIVATE $<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)
  endif()
  if(GPUPLAN_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(GPUPLAN_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=address,undefined -fno-sanitize-recover=all
                                             -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=address,undefined)
  endif()
  if(GPUPLAN_FUZZ)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
  if(GPUPLAN_COVERAGE)
    target_compile_options(${target} PRIVATE --coverage -fprofile-update=atomic)
    target_link_options(${target} PUBLIC --coverage)
  endif()
endfunction()

# gpuplan_precompile(<target> <header>...): a precompiled header where asked for; an ordinary
# build has none, so that it notices a file that forgets an include.
function(gpuplan_precompile target)
  if(GPUPLAN_PRECOMPILE)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# Developers compile the same file many times. The cache is told to look past what does not change
# an object: the folder of the checkout and the time stamps in a precompiled header.
find_program(GPUPLAN_CCACHE ccache)
mark_as_advanced(GPUPLAN_CCACHE)
if(GPUPLAN_DEVELOPER AND GPUPLAN_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND};-E;env;CCACHE_BASEDIR=${PROJECT_SOURCE_DIR};CCACHE_NOHASHDIR=1"
      "CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime"
      "${GPUPLAN_CCACHE}")
endif()
