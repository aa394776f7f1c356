# `cpack`: an archive that runs from anywhere and a Debian package.
#
# The archive brings what a system may lack (fmt, simdjson) in
# lib/gpuplan, where its program looks first (RPATH $ORIGIN/../lib/gpuplan). Built on Debian 12 it
# runs wherever glibc is 2.34 or newer and libstdc++ that of GCC 11 or newer: Debian 12, Ubuntu 22.04,
# RHEL 9, Amazon Linux 2023. The Debian package names the distribution's libraries as dependencies
# instead. Whoever links the library needs the development packages of its dependencies either way.
string(TOLOWER "${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}" package_platform)

set(CPACK_PACKAGE_NAME gpuplan)
set(CPACK_PACKAGE_VENDOR gpuplan)
# A Debian package must name someone with an address; .invalid says that this one takes no mail.
set(CPACK_PACKAGE_CONTACT "gpuplan maintainers <maintainers@gpuplan.invalid>")
set(CPACK_PACKAGE_FILE_NAME "gpuplan-${PROJECT_VERSION}-${package_platform}")
set(CPACK_RESOURCE_FILE_LICENSE "${CMAKE_CURRENT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/packages")
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_GENERATOR TGZ DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
set(CPACK_PROJECT_CONFIG_FILE "${CMAKE_CURRENT_LIST_DIR}/package_components.cmake")
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake, pkg-config, libfmt-dev, libsimdjson-dev, libyaml-cpp-dev")

include(CPack)
