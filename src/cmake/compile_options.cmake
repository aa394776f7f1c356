option(GPUPLAN_WARNINGS_AS_ERRORS "Treat warnings in our own code as errors" ${GPUPLAN_DEVELOPER})
option(GPUPLAN_SANITIZE "Address and undefined-behaviour sanitizers, without recovery" OFF)
option(GPUPLAN_FUZZ "Build the libFuzzer programs of tests/fuzz (Clang)" OFF)
option(GPUPLAN_QUICK_BUILD "Make a clean build quick, and the one after a small change slow"
       $ENV{GPUPLAN_QUICK_BUILD})
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
  if(GPUPLAN_QUICK_BUILD)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Debug>:-g1>) # lines for stack traces
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

# Files that define alike what is local to each: tables.
set(gpuplan_alone src/workload/families/ src/workload/hf/ src/workload/keys/keys.cpp)

# gpuplan_unity(<target>): compiles a folder as one unit in a quick build, which so notices what two
# of its files define alike. An ordinary build compiles each file alone and notices a forgotten
# include.
function(gpuplan_unity target)
  if(NOT GPUPLAN_QUICK_BUILD)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Warns of types in unnamed namespaces wherever the file is an included one.
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  list(JOIN gpuplan_alone "|" alone)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source NORMALIZE)
    file(RELATIVE_PATH path "${PROJECT_SOURCE_DIR}" "${source}")
    if(NOT path MATCHES "^(${alone})")
      get_filename_component(folder "${path}" DIRECTORY)
      string(MAKE_C_IDENTIFIER "${folder}" group)
      set_source_files_properties("${source}" PROPERTIES UNITY_GROUP ${group})
    endif()
  endforeach()
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
