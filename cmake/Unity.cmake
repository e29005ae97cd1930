# PR_UNITY: sources that name nothing alike are compiled as one. Nearly all of
# the time that a source takes goes into clang's headers, so that a first build
# takes half the time, and one after a change of a single source longer.
option(PR_UNITY "Compile several sources as one: for a build from nothing" OFF)
if(PR_UNITY)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
endif()

# pr_unity(target folder prefix SOURCE...): of the target's sources, these may be
# put together. Their text is that of folder/SOURCE, their name prefixSOURCE.
# Files of PR_UNITY_PARTS list sources that are compiled once more for another
# program, before whose objects the library's own must not be taken: they are
# never put with the rest.
function(pr_unity target folder prefix)
  if(NOT PR_UNITY)
    return()
  endif()
  set(parts "")
  foreach(part IN LISTS PR_UNITY_PARTS)
    list(APPEND parts --part ${part})
  endforeach()
  set(script ${PROJECT_SOURCE_DIR}/cmake/unity.py)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${script})
  execute_process(COMMAND ${Python3_EXECUTABLE} ${script} ${parts} ${ARGN}
    WORKING_DIRECTORY ${folder}
    OUTPUT_VARIABLE lines OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" lines "${lines}")
  foreach(line IN LISTS lines)
    string(REPLACE " " ";" line "${line}")
    list(GET line 0 group)
    list(GET line 1 source)
    set_source_files_properties(${prefix}${source} PROPERTIES UNITY_GROUP ${target}_${group})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
