# The catalog: its schema becomes a header, its files become bytes, the bytes become part of the
# library. A change of a file under catalogs/ compiles it again.

enable_language(ASM)

set(catalog_generated_dir "${CMAKE_CURRENT_BINARY_DIR}/generated")
set(catalog_schema "${CMAKE_CURRENT_SOURCE_DIR}/src/catalog/schema/catalog.fbs")
set(catalog_header "${catalog_generated_dir}/catalog_generated.h")
add_custom_command(
  OUTPUT "${catalog_header}"
  COMMAND "${FLATC_EXECUTABLE}" --cpp --cpp-std c++17 --scoped-enums --gen-object-api
          --reflect-types -o "${catalog_generated_dir}" "${catalog_schema}"
  DEPENDS "${catalog_schema}"
  COMMENT "Generating the reader of compiled catalogs"
  VERBATIM)
add_custom_target(gpuplan_catalog_header DEPENDS "${catalog_header}")

# gpuplan_use_catalog_schema(<target>): the generated header and the checksum, both header only
# (the shared library of the checksum would cost every start of the program its loading).
function(gpuplan_use_catalog_schema target)
  add_dependencies(${target} gpuplan_catalog_header)
  target_include_directories(${target} SYSTEM PRIVATE "${catalog_generated_dir}")
endfunction()

# gpuplan_catalog_compiler(<objects>): builds the compiler from the objects it shares with the
# library.
function(gpuplan_catalog_compiler objects)
  add_executable(gpuplan-catalogc src/catalog/compiler/main.cpp)
  target_link_libraries(gpuplan-catalogc PRIVATE ${objects})
  gpuplan_compile_options(gpuplan-catalogc)
endfunction()

# gpuplan_compile_catalog(<target> <parent> <folder>...): runs the compiler over <parent>/<folder>,
# each folder laid over those before it, and makes an object library of the result. Places in the
# files are reported as <folder>/file:line.
function(gpuplan_compile_catalog target parent)
  set(compiled "${CMAKE_CURRENT_BINARY_DIR}/${target}.gpc")
  set(patterns "")
  foreach(folder IN LISTS ARGN)
    list(APPEND patterns "${parent}/${folder}/*.yaml" "${parent}/${folder}/*.csv")
  endforeach()
  file(GLOB_RECURSE catalog_files CONFIGURE_DEPENDS ${patterns})
  add_custom_command(
    OUTPUT "${compiled}" "${compiled}.sha256"
    COMMAND gpuplan-catalogc ${ARGN} "${compiled}"
    DEPENDS gpuplan-catalogc ${catalog_files}
    WORKING_DIRECTORY "${parent}"
    COMMENT "Compiling a catalog: ${target}"
    VERBATIM)

  set(blob_source "${PROJECT_SOURCE_DIR}/src/catalog/blob.S")
  add_library(${target} OBJECT "${blob_source}")
  set_source_files_properties("${blob_source}" PROPERTIES OBJECT_DEPENDS
                                                          "${compiled};${compiled}.sha256")
  target_compile_definitions(${target} PRIVATE GPUPLAN_CATALOG_FILE="${compiled}"
                                               GPUPLAN_CATALOG_SHA256_FILE="${compiled}.sha256")
endfunction()
