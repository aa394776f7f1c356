# The program: everything of `src/cli` but `main` is an archive, so that unit tests can link it.
file(GLOB_RECURSE program_sources CONFIGURE_DEPENDS src/cli/*.cpp)
list(REMOVE_ITEM program_sources "${CMAKE_CURRENT_SOURCE_DIR}/src/cli/main.cpp")
add_library(gpuplan_cli STATIC ${program_sources})
target_link_libraries(gpuplan_cli PUBLIC gpuplan_engine PRIVATE CLI11::CLI11
                                         nlohmann_json::nlohmann_json)
gpuplan_compile_options(gpuplan_cli)
gpuplan_unity(gpuplan_cli)

# The same program twice: `gpuplan` uses the system's libraries, `gpuplan_bundled` is the one for the
# archive that brings its own (see install.cmake) and looks there first. The old kind of run path
# also serves the libraries that these load in turn. A run path that leads nowhere would cost each
# start of the first one 40 failing system calls, 0.07 ms.
add_executable(gpuplan src/cli/main.cpp)
add_executable(gpuplan_bundled src/cli/main.cpp)
set_target_properties(
  gpuplan_bundled PROPERTIES BUILD_WITH_INSTALL_RPATH ON RUNTIME_OUTPUT_DIRECTORY bundled
                             OUTPUT_NAME gpuplan
                             INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}/gpuplan")
target_link_options(gpuplan_bundled PRIVATE LINKER:--disable-new-dtags)
foreach(program IN ITEMS gpuplan gpuplan_bundled)
  target_link_libraries(${program} PRIVATE gpuplan_cli)
  gpuplan_compile_options(${program})
  # libstdc++ looks up 5,000 of its own symbols at every start, in the order in which the libraries
  # are named: named first, it saves a tenth of all start-up instructions.
  if(NOT GPUPLAN_SANITIZE)
    target_link_options(${program} PRIVATE LINKER:--push-state,--no-as-needed -lstdc++
                        LINKER:--pop-state)
  endif()
endforeach()

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
