# Read by cpack once for each generator.
if(CPACK_GENERATOR MATCHES "DEB")
  set(CPACK_COMPONENTS_ALL runtime development system)
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
else()
  set(CPACK_COMPONENTS_ALL runtime development bundled)
  set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
endif()
