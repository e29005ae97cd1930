# The header that rewritten files include where their launches are measured.
set(PR_EMIT_FILES ${CMAKE_CURRENT_LIST_DIR}/embedded)
file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/Emit)
add_custom_command(
  OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/Emit/EmbeddedFiles.inc
  COMMAND ${CMAKE_COMMAND} -DFOLDER=${PR_EMIT_FILES}
    -DOUTPUT=${CMAKE_CURRENT_BINARY_DIR}/Emit/EmbeddedFiles.inc
    -P ${CMAKE_CURRENT_SOURCE_DIR}/Frontend/EmbedHeaders.cmake
  DEPENDS ${PR_EMIT_FILES}/pipeline_dispatch.h
    ${PR_EMIT_FILES}/pipeline_dispatch_choice.h
    ${PR_EMIT_FILES}/pipeline_dispatch_times.h
    ${CMAKE_CURRENT_SOURCE_DIR}/Frontend/EmbedHeaders.cmake
  COMMENT "Embedding the header that measures launches")
target_sources(pipelineRewrite PRIVATE
  ${CMAKE_CURRENT_BINARY_DIR}/Emit/EmbeddedFiles.inc)
