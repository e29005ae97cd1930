# pr_share_precompiled_headers(target): the target's sources use the precompiled
# headers of the library, which are most of the time that such a source takes.
# Clang alone: it instantiates their templates once, gcc again in every source.
function(pr_share_precompiled_headers target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_compile_options(${target} PRIVATE -fPIC) # as the library
    target_precompile_headers(${target} REUSE_FROM pipelineRewrite)
  endif()
endfunction()
