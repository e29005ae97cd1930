# Files that go with the candidates to where they are built and run: one table
# of string literals.
set(PR_TUNE_FILES ${CMAKE_CURRENT_LIST_DIR}/embedded)
file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/Tune)
add_custom_command(
  OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/Tune/EmbeddedFiles.inc
  COMMAND ${CMAKE_COMMAND} -DFOLDER=${PR_TUNE_FILES}
    -DOUTPUT=${CMAKE_CURRENT_BINARY_DIR}/Tune/EmbeddedFiles.inc
    -P ${CMAKE_CURRENT_SOURCE_DIR}/Frontend/EmbedHeaders.cmake
  DEPENDS ${PR_TUNE_FILES}/launch_timer.cu ${PR_TUNE_FILES}/made_program.cu
    ${PR_TUNE_FILES}/run.sh
    ${CMAKE_CURRENT_SOURCE_DIR}/Frontend/EmbedHeaders.cmake
  COMMENT "Embedding the files of tuning")
target_sources(pipelineRewrite PRIVATE
  ${CMAKE_CURRENT_BINARY_DIR}/Tune/EmbeddedFiles.inc)
