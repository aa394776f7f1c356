# Puts beside the bundled shared libraries in ${libraries} the licences that Debian keeps of them.
file(GLOB bundled RELATIVE "${libraries}" "${libraries}/*.so*")
foreach(library IN LISTS bundled)
  execute_process(COMMAND dpkg-query --search "*/${library}" OUTPUT_VARIABLE owners ERROR_QUIET)
  # `libfmt9:amd64: /usr/lib/…`; the libraries of a development package bear other names.
  string(REGEX MATCH "^[^:\n]+" package "${owners}")
  string(REGEX REPLACE "^lib|\\.so.*" "" name "${library}")
  file(MAKE_DIRECTORY "${licences}")
  file(COPY_FILE "/usr/share/doc/${package}/copyright" "${licences}/${name}.txt")
endforeach()
