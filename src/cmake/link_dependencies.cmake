# What whoever links the library needs; the installed package configuration reads this file too.
#
# Cost of a shared library at every start of the program (Debian 12, callgrind instructions and
# median wall time over an empty C program of 0.65 ms): libstdc++ 1.70 M and 0.55 ms, simdjson
# 0.26 M and 0.09 ms, yaml-cpp 0.23 M and 0.08 ms, fmt 0.13 M and 0.06 ms. Debian ships an archive
# of yaml-cpp, so that one is linked in; it ships none of simdjson and fmt. While two libraries ask
# for libstdc++.so, linking it in statically would only load it twice. Header-only fmt costs 2.1 s
# of compile time in every source file that prints, too much for 0.06 ms.

find_package(fmt REQUIRED)
find_package(PkgConfig REQUIRED)

# gpuplan_pkg_target(<target> <pkg-config module>): an imported target for a package, of its archive
# where there is one.
function(gpuplan_pkg_target target module)
  if(TARGET ${target})
    return()
  endif()
  string(MAKE_C_IDENTIFIER "pc_${module}" prefix)
  pkg_check_modules(${prefix} REQUIRED QUIET IMPORTED_TARGET GLOBAL ${module})
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  set(archives "")
  foreach(library IN LISTS ${prefix}_LIBRARIES)
    find_library(gpuplan_${library}_archive NAMES lib${library}.a HINTS ${${prefix}_LIBRARY_DIRS})
    mark_as_advanced(gpuplan_${library}_archive)
    if(gpuplan_${library}_archive)
      list(APPEND archives "${gpuplan_${library}_archive}")
    endif()
  endforeach()
  list(LENGTH archives found)
  list(LENGTH ${prefix}_LIBRARIES wanted)
  if(found EQUAL wanted)
    target_link_libraries(${target} INTERFACE ${archives})
    target_include_directories(${target} SYSTEM INTERFACE ${${prefix}_INCLUDE_DIRS})
    target_compile_options(${target} INTERFACE ${${prefix}_CFLAGS_OTHER})
  else()
    target_link_libraries(${target} INTERFACE PkgConfig::${prefix})
  endif()
endfunction()

gpuplan_pkg_target(yaml-cpp::yaml-cpp yaml-cpp)
gpuplan_pkg_target(simdjson::simdjson simdjson)
