# cmake --workflow --preset coverage, then cmake --build build/coverage --target coverage: which
# lines of src/ the tests ran, in figures and as pages in build/coverage/report.
find_program(LCOV_EXECUTABLE lcov)
find_program(GENHTML_EXECUTABLE genhtml)
if(NOT GPUPLAN_COVERAGE OR NOT LCOV_EXECUTABLE OR NOT GENHTML_EXECUTABLE)
  return()
endif()

set(counts "${PROJECT_BINARY_DIR}/coverage.info")
add_custom_target(
  coverage
  COMMAND "${LCOV_EXECUTABLE}" --quiet --capture --directory "${PROJECT_BINARY_DIR}" --include
          "${PROJECT_SOURCE_DIR}/src/*" --output-file "${counts}"
  COMMAND "${GENHTML_EXECUTABLE}" --quiet --prefix "${PROJECT_SOURCE_DIR}" --output-directory
          "${PROJECT_BINARY_DIR}/report" "${counts}"
  COMMAND "${LCOV_EXECUTABLE}" --summary "${counts}"
  COMMENT "Counting the lines that the tests ran"
  VERBATIM)
