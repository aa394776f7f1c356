# Debian's packages only. Where an older package has no CMake target, an imported one of the same
# name is made here, so that the rest of the build reads alike.

find_package(fmt REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(Flatbuffers CONFIG QUIET NAMES Flatbuffers FlatBuffers flatbuffers)
find_package(PkgConfig REQUIRED)

if(NOT TARGET yaml-cpp::yaml-cpp)
  add_library(yaml-cpp::yaml-cpp INTERFACE IMPORTED)
  target_link_libraries(yaml-cpp::yaml-cpp INTERFACE yaml-cpp)
endif()

if(NOT TARGET flatbuffers::flatbuffers)
  find_path(flatbuffers_include flatbuffers/flatbuffers.h REQUIRED)
  add_library(flatbuffers::flatbuffers INTERFACE IMPORTED)
  target_include_directories(flatbuffers::flatbuffers INTERFACE ${flatbuffers_include})
endif()

find_program(FLATC_EXECUTABLE flatc REQUIRED)

# gpuplan_pkg_target(<target> <pkg-config module>)
function(gpuplan_pkg_target target module)
  if(TARGET ${target})
    return()
  endif()
  string(MAKE_C_IDENTIFIER "pc_${module}" prefix)
  pkg_check_modules(${prefix} REQUIRED IMPORTED_TARGET GLOBAL ${module})
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_link_libraries(${target} INTERFACE PkgConfig::${prefix})
endfunction()

gpuplan_pkg_target(muparser::muparser muparser)
gpuplan_pkg_target(simdjson::simdjson simdjson)
gpuplan_pkg_target(xxhash::xxhash libxxhash)
