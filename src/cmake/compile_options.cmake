option(GPUPLAN_SANITIZE "Address and undefined-behaviour sanitizers, without recovery" OFF)
option(GPUPLAN_FUZZ "Build the libFuzzer programs of tests/fuzz (Clang)" OFF)
option(GPUPLAN_UNITY "Unity build with a precompiled header (cheaper on few cores)" OFF)

# gpuplan_compile_options(<target>): what holds for our own code alone. The same input gives the
# same bytes on every machine, so no fused multiply-add and no fast-math.
function(gpuplan_compile_options target)
  target_compile_options(${target} PRIVATE -ffp-contract=off)
  if(GPUPLAN_DEVELOPER)
    target_compile_options(
      ${target} PRIVATE -Werror -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow
                        -Wold-style-cast -Wnon-virtual-dtor
                        # Designated initialisers leave out what keeps its default.
                        -Wno-missing-field-initializers)
    target_compile_definitions(${target} PRIVATE $<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)
  endif()
  if(GPUPLAN_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=address,undefined -fno-sanitize-recover=all
                                             -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=address,undefined)
  endif()
  if(GPUPLAN_FUZZ)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link,address,undefined
                                             -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=address,undefined)
  endif()
  if(GPUPLAN_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
  endif()
endfunction()
