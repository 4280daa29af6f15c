# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cpack makes Debian packages of what is installed, the same bytes from the same
# source and compiler:
#
#   kcfi-opt-22     the plugin for that LLVM major; those of others go beside it
#   kcfi-opt-tools  kcfi-audit and kcfi-objtool, on the build's LLVM, for files of
#                   any; one build's is enough
#   libkcfi-report0, libkcfi-report-dev
#                   the reporter of failed checks; needs no LLVM
#   kcfi-opt        headers, documentation, and how builds find a plugin; the same
#                   bytes whichever LLVM the build has
find_program(DPKG_PARSECHANGELOG dpkg-parsechangelog)
if(NOT DPKG_PARSECHANGELOG)
  return() # not Debian, or without dpkg-dev
endif()

# Who makes the packages, and the time that everything in them gets.
set(CPACK_KCFI_OPT_CHANGELOG ${PROJECT_BINARY_DIR}/changelog)
configure_file(cmake/debian/changelog.in ${CPACK_KCFI_OPT_CHANGELOG} @ONLY)
foreach(field Maintainer Timestamp)
  execute_process(
    COMMAND ${DPKG_PARSECHANGELOG} -l ${CPACK_KCFI_OPT_CHANGELOG} -S ${field}
    OUTPUT_VARIABLE ${field}
    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
endforeach()
set(CPACK_DEBIAN_PACKAGE_MAINTAINER ${Maintainer})
set(CPACK_KCFI_OPT_EPOCH ${Timestamp})

# DESTDIR, since files hold the prefix that they end up in.
set(CPACK_GENERATOR DEB)
set(CPACK_SET_DESTDIR ON)
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian/stage.cmake)
set(CPACK_COMPONENTS_ALL common plugin report report-dev tools)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each has its own, its first line

set(CPACK_DEBIAN_COMMON_PACKAGE_NAME kcfi-opt)
set(CPACK_DEBIAN_COMMON_PACKAGE_SUGGESTS
  "kcfi-opt-22 | kcfi-opt-23, kcfi-opt-tools")
set(CPACK_DEBIAN_COMMON_DESCRIPTION
"not-taken kCFI checks: headers, documentation, build files
The header decodes kCFI checks on x86-64 from the address that trapped, in any
program or kernel. CMake and pkg-config find the plugin through this package;
the plugin is in kcfi-opt-22 or kcfi-opt-23, by the LLVM that is to load it.")

set(CPACK_DEBIAN_PLUGIN_PACKAGE_NAME kcfi-opt-${LLVM_VERSION_MAJOR})
set(CPACK_DEBIAN_PLUGIN_PACKAGE_DEPENDS "kcfi-opt (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_PLUGIN_PACKAGE_RECOMMENDS clang-${LLVM_VERSION_MAJOR})
set(CPACK_DEBIAN_PLUGIN_PACKAGE_ENHANCES
  "lld-${LLVM_VERSION_MAJOR}, llvm-${LLVM_VERSION_MAJOR}")
set(CPACK_DEBIAN_PLUGIN_DESCRIPTION
"not-taken kCFI checks from clang and lld ${LLVM_VERSION_MAJOR}
A plugin for clang, ld.lld, llc and rustc with LLVM ${LLVM_VERSION_MAJOR}. It gives the
checks of -fsanitize=kcfi on x86-64 a branch that is never taken on a good
call, where that of LLVM alone always is; all else in an object stays as it is.")

set(CPACK_DEBIAN_REPORT_PACKAGE_NAME libkcfi-report0)
set(CPACK_DEBIAN_REPORT_PACKAGE_SECTION libs)
# cpack's own way makes scripts that call ldconfig, where dpkg has a trigger. The
# symbol that needs this libc is _dl_find_object.
set(CPACK_DEBIAN_REPORT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_REPORT_PACKAGE_DEPENDS "libc6 (>= 2.35)")
set(CPACK_DEBIAN_REPORT_PACKAGE_CONTROL_EXTRA
  ${PROJECT_SOURCE_DIR}/cmake/debian/shlibs
  ${PROJECT_SOURCE_DIR}/cmake/debian/triggers)
set(CPACK_DEBIAN_REPORT_DESCRIPTION
"tells which kCFI check of a program failed, and how
A handler of SIGILL that says what a program was about to call where a kCFI
check of it failed, with the type that was expected and the one that was found.")

set(CPACK_DEBIAN_REPORT-DEV_PACKAGE_NAME libkcfi-report-dev)
set(CPACK_DEBIAN_REPORT-DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_REPORT-DEV_PACKAGE_DEPENDS
  "libkcfi-report0 (= ${PROJECT_VERSION}), kcfi-opt (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_REPORT-DEV_DESCRIPTION
"tells which kCFI check of a program failed: to link with
The library that reports failed kCFI checks of programs, as an archive and to
link with, and its manual. The header is in kcfi-opt.")

set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME kcfi-opt-tools)
set(CPACK_DEBIAN_TOOLS_DESCRIPTION
"prove what kCFI checks a build contains
kcfi-audit looks into x86-64 objects, libraries, programs and kernels for kCFI
checks of either form and their trap table, and compares builds. kcfi-objtool
stands in for objtool where a Linux kernel is built with kcfi-opt.")
include(CPack)
