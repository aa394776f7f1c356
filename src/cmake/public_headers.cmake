# The façade: what `find_package(gpuplan)` offers. Every header must compile alone.
file(GLOB_RECURSE facade_headers CONFIGURE_DEPENDS include/gpuplan/*.hpp)
target_sources(gpuplan_engine PUBLIC FILE_SET HEADERS BASE_DIRS include FILES ${facade_headers})
target_compile_features(gpuplan_engine PUBLIC cxx_std_20)
set_target_properties(gpuplan_engine PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
