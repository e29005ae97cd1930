# What an installation holds besides the programs (component common), and the
# Debian package that `cpack -G DEB` makes of it, which needs the system's LLVM;
# tool/release has packages of the program that needs nothing.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

# find_package(PipelineRewrite) and its function pipeline_rewrite_check().
set(PR_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/PipelineRewrite)
configure_package_config_file(cmake/PipelineRewriteConfig.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/PipelineRewriteConfig.cmake
  INSTALL_DESTINATION ${PR_CMAKE_DIR} PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(
  ${CMAKE_CURRENT_BINARY_DIR}/PipelineRewriteConfigVersion.cmake
  COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/PipelineRewriteConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/PipelineRewriteConfigVersion.cmake
  DESTINATION ${PR_CMAKE_DIR} COMPONENT common)
set(doc ${CMAKE_INSTALL_DATADIR}/doc/pipeline-rewrite)
install(FILES LICENSE RENAME copyright DESTINATION ${doc} COMPONENT common)
install(FILES README.md CHANGELOG.md SECURITY.md DESTINATION ${doc} COMPONENT common)
install(DIRECTORY docs DESTINATION ${doc} COMPONENT common)

set(CPACK_PACKAGE_NAME pipeline-rewrite)
set(CPACK_PACKAGE_VENDOR "pipeline-rewrite")
include(${CMAKE_CURRENT_LIST_DIR}/Maintainer.cmake)
set(CPACK_PACKAGE_CONTACT "${PR_CONTACT}")
set(CPACK_PACKAGE_HOMEPAGE_URL "${PR_REPOSITORY}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
  "Rewrites tiled CUDA K-loops into software-pipelined ones")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# The shared libraries of LLVM are found by dpkg-shlibdeps; clang's own headers,
# which every source is parsed with, are no library.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS libclang-common-${LLVM_VERSION_MAJOR}-dev)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS clang-tidy-${LLVM_VERSION_MAJOR})
set(CPACK_GENERATOR DEB)
include(CPack)
