# What an installation holds; `tests/meta/install_list.txt` is the exact list.
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/gpuplan")
set(document_dir "${CMAKE_CURRENT_BINARY_DIR}/share")

install(TARGETS gpuplan
        RUNTIME_DEPENDENCY_SET gpuplan_libraries
        RUNTIME COMPONENT runtime)
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

# Two ways to find the shared libraries. The archive that runs anywhere brings all but the C library
# along (component `bundled`). Everything else uses the system's, and then the program must not
# look beside itself first (component `system`).
install(RUNTIME_DEPENDENCY_SET gpuplan_libraries
        PRE_EXCLUDE_REGEXES "^lib(c|m|dl|rt|pthread)\\.so" "^ld-linux"
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/gpuplan" COMPONENT bundled EXCLUDE_FROM_ALL)
install(CODE "file(RPATH_REMOVE FILE
      \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/gpuplan\")"
        COMPONENT system)
