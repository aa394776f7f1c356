# Debian's packages only. Where an older package has no CMake target, an imported one of the same
# name is made, so that the rest of the build reads alike.

include("${CMAKE_CURRENT_LIST_DIR}/link_dependencies.cmake")

find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(Flatbuffers CONFIG QUIET NAMES Flatbuffers FlatBuffers flatbuffers)

if(NOT TARGET flatbuffers::flatbuffers)
  find_path(flatbuffers_include flatbuffers/flatbuffers.h REQUIRED)
  add_library(flatbuffers::flatbuffers INTERFACE IMPORTED)
  target_include_directories(flatbuffers::flatbuffers INTERFACE ${flatbuffers_include})
endif()

find_path(xxhash_include xxhash.h REQUIRED) # used header only

find_program(FLATC_EXECUTABLE flatc REQUIRED)
