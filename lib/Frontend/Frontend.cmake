# Generated headers of the front end: the clang resource directory, and the
# built-in CUDA declarations as one table of string literals.

set(PR_GENERATED ${CMAKE_CURRENT_BINARY_DIR}/Frontend)
set(PR_RESOURCE_DIR "")
find_program(PR_CLANG NAMES clang-${LLVM_VERSION_MAJOR} clang
  HINTS ${LLVM_TOOLS_BINARY_DIR} NO_CACHE)
if(PR_CLANG)
  execute_process(COMMAND ${PR_CLANG} -print-resource-dir
    OUTPUT_VARIABLE PR_RESOURCE_DIR OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
if(NOT PR_RESOURCE_DIR)
  set(PR_RESOURCE_DIR ${LLVM_LIBRARY_DIR}/clang/${LLVM_VERSION_MAJOR})
endif()
set(PR_RESOURCE_DIR ${PR_RESOURCE_DIR} PARENT_SCOPE) # for tool/release
message(STATUS "Clang resource directory: ${PR_RESOURCE_DIR}")
file(CONFIGURE OUTPUT ${PR_GENERATED}/ResourceDir.inc CONTENT
  "constexpr llvm::StringLiteral ConfiguredResourceDir = \"@PR_RESOURCE_DIR@\";\n" @ONLY)

set(PR_BUILTIN_DIR ${CMAKE_CURRENT_LIST_DIR}/builtin)
file(GLOB_RECURSE PR_BUILTIN_HEADERS CONFIGURE_DEPENDS ${PR_BUILTIN_DIR}/*)
# Rewritten only when a header comes or goes, which dates alone do not show.
file(CONFIGURE OUTPUT ${PR_GENERATED}/BuiltinHeaders.txt
  CONTENT "@PR_BUILTIN_HEADERS@" @ONLY)
add_custom_command(
  OUTPUT ${PR_GENERATED}/BuiltinHeaders.inc
  COMMAND ${CMAKE_COMMAND} -DFOLDER=${PR_BUILTIN_DIR}
    -DOUTPUT=${PR_GENERATED}/BuiltinHeaders.inc
    -P ${CMAKE_CURRENT_LIST_DIR}/EmbedHeaders.cmake
  DEPENDS ${PR_BUILTIN_HEADERS} ${PR_GENERATED}/BuiltinHeaders.txt
    ${CMAKE_CURRENT_LIST_DIR}/EmbedHeaders.cmake
  COMMENT "Embedding the built-in CUDA declarations")
target_sources(pipelineRewrite PRIVATE ${PR_GENERATED}/BuiltinHeaders.inc)
target_link_libraries(pipelineRewrite PRIVATE ${CMAKE_DL_LIBS}) # dladdr
