# What an installation holds; `tests/meta/install_list.txt` is the exact list.
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/gpuplan")
set(document_dir "${CMAKE_CURRENT_BINARY_DIR}/share")

install(DIRECTORY catalogs DESTINATION "${CMAKE_INSTALL_DATADIR}/gpuplan" COMPONENT runtime)
install(FILES "${document_dir}/gpuplan.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1"
        COMPONENT runtime)
install(FILES "${document_dir}/gpuplan.bash" RENAME gpuplan
        DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" COMPONENT runtime)
install(FILES "${document_dir}/_gpuplan"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions" COMPONENT runtime)
install(FILES "${document_dir}/gpuplan.fish"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d" COMPONENT runtime)
install(FILES LICENSE README.md DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT runtime)

install(TARGETS gpuplan_engine EXPORT gpuplan_targets
        ARCHIVE COMPONENT development
        FILE_SET HEADERS COMPONENT development)
# Stripping an installation leaves archives alone; the debugging part of this one is large.
install(CODE "if(CMAKE_INSTALL_DO_STRIP)
    execute_process(COMMAND \"${CMAKE_STRIP}\" --strip-debug
      \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/libgpuplan.a\")
  endif()" COMPONENT development)
install(EXPORT gpuplan_targets NAMESPACE gpuplan:: FILE gpuplanTargets.cmake
        DESTINATION "${package_dir}" COMPONENT development)
configure_package_config_file(
  "${CMAKE_CURRENT_LIST_DIR}/gpuplanConfig.cmake.in"
  "${CMAKE_CURRENT_BINARY_DIR}/gpuplanConfig.cmake" INSTALL_DESTINATION "${package_dir}")
# While the major version is 0 a minor one may change the façade.
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/gpuplanConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/gpuplanConfig.cmake"
              "${CMAKE_CURRENT_BINARY_DIR}/gpuplanConfigVersion.cmake"
              "${CMAKE_CURRENT_LIST_DIR}/link_dependencies.cmake"
        DESTINATION "${package_dir}" COMPONENT development)

# Two ways to find the shared libraries: from the system (component `system`), or brought along, in
# the archive that runs anywhere (component `bundled`). Every system has the C and C++ libraries, and
# those of Debian 12 would ask for a newer glibc than our program does (2.36 against 2.34).
install(TARGETS gpuplan RUNTIME COMPONENT system)
install(TARGETS gpuplan_bundled
        RUNTIME_DEPENDENCY_SET gpuplan_libraries
        RUNTIME COMPONENT bundled EXCLUDE_FROM_ALL)
install(RUNTIME_DEPENDENCY_SET gpuplan_libraries
        PRE_EXCLUDE_REGEXES "^lib(c|m|dl|rt|pthread|stdc\\+\\+|gcc_s)\\.so" "^ld-linux"
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/gpuplan" COMPONENT bundled EXCLUDE_FROM_ALL)

# The licences of what is part of the program: linked in, or brought along by the archive.
set(licence_dir "${CMAKE_INSTALL_DOCDIR}/licenses")
set(linked_in libcli11-dev libflatbuffers-dev libxxhash-dev libyaml-cpp-dev nlohmann-json3-dev)
foreach(package IN LISTS linked_in)
  string(REGEX REPLACE "^lib|3?-dev$" "" name "${package}")
  install(FILES "/usr/share/doc/${package}/copyright" RENAME "${name}.txt"
          DESTINATION "${licence_dir}" COMPONENT runtime OPTIONAL)
endforeach()
# The one file about licences that Debian's own containers keep of a package.
file(READ "${CMAKE_CURRENT_SOURCE_DIR}/LICENSE" copyright)
foreach(package IN LISTS linked_in)
  set(path "/usr/share/doc/${package}/copyright")
  if(EXISTS "${path}")
    file(READ "${path}" licence)
    string(APPEND copyright "\n\n---- ${package}, which is part of the program ----\n\n${licence}")
  endif()
endforeach()
file(WRITE "${document_dir}/copyright" "${copyright}")
install(FILES "${document_dir}/copyright" DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT runtime)
install(CODE "set(libraries \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/gpuplan\")
  set(licences \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${licence_dir}\")
  include(\"${CMAKE_CURRENT_LIST_DIR}/bundled_licences.cmake\")"
        COMPONENT bundled EXCLUDE_FROM_ALL)
