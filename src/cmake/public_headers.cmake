# The façade: what `find_package(gpuplan)` offers. Every header must compile alone.
set(generated_headers "${CMAKE_CURRENT_BINARY_DIR}/include")
configure_file("${CMAKE_CURRENT_LIST_DIR}/version.hpp.in" "${generated_headers}/gpuplan/version.hpp"
               @ONLY)
file(GLOB_RECURSE facade_headers CONFIGURE_DEPENDS include/gpuplan/*.hpp)
target_sources(
  gpuplan_engine PUBLIC FILE_SET HEADERS BASE_DIRS include "${generated_headers}"
                        FILES ${facade_headers} "${generated_headers}/gpuplan/version.hpp")
target_compile_features(gpuplan_engine PUBLIC cxx_std_20)
set_target_properties(gpuplan_engine PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
