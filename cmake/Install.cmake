# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Where things go, and how other builds find them: find_package(kcfi-opt), and
# pkg-config with kcfi-opt-22 for a plugin, kcfi-opt for the headers and kcfi-report
# for the reporter. What the LLVM major makes differ has it in its path, so that
# several share a prefix.
include(CMakePackageConfigHelpers)

# A plugin's path names the versions: it fits one LLVM major only, and a ThinLTO
# cache knows a plugin by its path, so that an update must change it.
set(KCFI_OPT_PLUGIN_DIR ${CMAKE_INSTALL_LIBDIR}/kcfi-opt/${PROJECT_VERSION})
set(KCFI_OPT_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/kcfi-opt)

install(TARGETS kcfi_opt COMPONENT plugin
  LIBRARY DESTINATION ${KCFI_OPT_PLUGIN_DIR}/llvm-${LLVM_VERSION_MAJOR})
install(DIRECTORY include/kcfi-opt DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES pass/kcfi-opt.7 DESTINATION ${CMAKE_INSTALL_MANDIR}/man7)
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

install(TARGETS kcfi-opt-headers EXPORT kcfi-opt-targets)
install(EXPORT kcfi-opt-targets NAMESPACE kcfi-opt::
  DESTINATION ${KCFI_OPT_CMAKE_DIR})
install(EXPORT kcfi-report-targets NAMESPACE kcfi-opt:: COMPONENT report-dev
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

# Configured when they are installed: cmake --install --prefix may move them. In
# share/, since headers and plugin serve a compiler for any target.
function(install_pkg_config template name component)
  set(file ${PROJECT_BINARY_DIR}/${name}.pc)
  foreach(variable CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR
      KCFI_OPT_PLUGIN_DIR LLVM_VERSION_MAJOR PROJECT_DESCRIPTION PROJECT_VERSION)
    install(CODE "set(${variable} \"${${variable}}\")" COMPONENT ${component})
  endforeach()
  install(CODE "configure_file(
    \"${PROJECT_SOURCE_DIR}/cmake/${template}\" \"${file}\" @ONLY)"
    COMPONENT ${component})
  install(FILES ${file} DESTINATION ${CMAKE_INSTALL_DATADIR}/pkgconfig
    COMPONENT ${component})
endfunction()
install_pkg_config(kcfi-opt.pc.in kcfi-opt common)
install_pkg_config(kcfi-opt-plugin.pc.in kcfi-opt-${LLVM_VERSION_MAJOR} plugin)
install_pkg_config(kcfi-report.pc.in kcfi-report report-dev)
