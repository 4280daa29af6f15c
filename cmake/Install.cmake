# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Where things go, and how other builds find them: find_package(kcfi-opt) and
# pkg-config kcfi-opt.
include(CMakePackageConfigHelpers)

# The path names the versions: the plugin fits one LLVM major only, and a ThinLTO
# cache knows a plugin by its path, so that an update must change it.
set(KCFI_OPT_PLUGIN_DIR
  ${CMAKE_INSTALL_LIBDIR}/kcfi-opt/${PROJECT_VERSION}/llvm-${LLVM_VERSION_MAJOR})
set(KCFI_OPT_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/kcfi-opt)

install(TARGETS kcfi_opt LIBRARY DESTINATION ${KCFI_OPT_PLUGIN_DIR})
install(DIRECTORY include/kcfi-opt DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

install(TARGETS kcfi-opt-headers EXPORT kcfi-opt-targets)
install(EXPORT kcfi-opt-targets NAMESPACE kcfi-opt::
  DESTINATION ${KCFI_OPT_CMAKE_DIR})
configure_package_config_file(cmake/kcfi-opt-config.cmake.in
  ${PROJECT_BINARY_DIR}/kcfi-opt-config.cmake
  INSTALL_DESTINATION ${KCFI_OPT_CMAKE_DIR}
  PATH_VARS KCFI_OPT_PLUGIN_DIR)
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/kcfi-opt-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/kcfi-opt-config.cmake
  ${PROJECT_BINARY_DIR}/kcfi-opt-config-version.cmake
  DESTINATION ${KCFI_OPT_CMAKE_DIR})

# Configured when it is installed: cmake --install --prefix may move it.
set(KCFI_OPT_PC ${PROJECT_BINARY_DIR}/kcfi-opt.pc)
foreach(variable CMAKE_INSTALL_INCLUDEDIR KCFI_OPT_PLUGIN_DIR LLVM_VERSION_MAJOR
    PROJECT_DESCRIPTION PROJECT_VERSION)
  install(CODE "set(${variable} \"${${variable}}\")")
endforeach()
install(CODE "configure_file(
  \"${PROJECT_SOURCE_DIR}/cmake/kcfi-opt.pc.in\" \"${KCFI_OPT_PC}\" @ONLY)")
install(FILES ${KCFI_OPT_PC} DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
