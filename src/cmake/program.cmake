# The program: everything of `src/cli` but `main` is an archive, so that unit tests can link it.
file(GLOB_RECURSE program_sources CONFIGURE_DEPENDS src/cli/*.cpp)
list(REMOVE_ITEM program_sources "${CMAKE_CURRENT_SOURCE_DIR}/src/cli/main.cpp")
add_library(gpuplan_cli STATIC ${program_sources})
target_link_libraries(gpuplan_cli PUBLIC gpuplan_engine PRIVATE CLI11::CLI11
                                         nlohmann_json::nlohmann_json)
target_compile_definitions(gpuplan_cli PRIVATE GPUPLAN_VERSION="${PROJECT_VERSION}")
gpuplan_compile_options(gpuplan_cli)
gpuplan_precompile(gpuplan_cli <functional> <optional> <span> <string> <string_view> <vector>
                   <fmt/format.h> <CLI/CLI.hpp>)

add_executable(gpuplan src/cli/main.cpp)
target_link_libraries(gpuplan PRIVATE gpuplan_cli)
gpuplan_compile_options(gpuplan)
# libstdc++ looks up 5,000 of its own symbols at every start, in the order in which the libraries
# are named: named first, it saves a tenth of all start-up instructions.
target_link_options(gpuplan PRIVATE LINKER:--push-state,--no-as-needed -lstdc++ LINKER:--pop-state)
# Only the relocatable archive brings its own libraries (see package.cmake). The old tag also serves
# the libraries that these load in turn.
set_target_properties(gpuplan PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}/gpuplan")
target_link_options(gpuplan PRIVATE LINKER:--disable-new-dtags)

# Manual page and completions say what the program's own help says.
set(program_documents
    "${CMAKE_CURRENT_BINARY_DIR}/share/gpuplan.1" "${CMAKE_CURRENT_BINARY_DIR}/share/gpuplan.bash"
    "${CMAKE_CURRENT_BINARY_DIR}/share/_gpuplan" "${CMAKE_CURRENT_BINARY_DIR}/share/gpuplan.fish")
add_custom_command(
  OUTPUT ${program_documents}
  COMMAND ${CMAKE_COMMAND} -D PROGRAM=$<TARGET_FILE:gpuplan> -D VERSION=${PROJECT_VERSION}
          -D OUTPUT=${CMAKE_CURRENT_BINARY_DIR}/share -P "${CMAKE_CURRENT_LIST_DIR}/documents.cmake"
  DEPENDS gpuplan "${CMAKE_CURRENT_LIST_DIR}/documents.cmake"
  COMMENT "Writing the manual page and the completions"
  VERBATIM)
add_custom_target(program_documents ALL DEPENDS ${program_documents})
