# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Finds an LLVM that has the pass configuration callback (LLVM 22 and later).
# -DLLVM_DIR= names one; else the newest that Debian's packages lay down. CMake
# does not break messages that begin with a space.
if(LLVM_DIR AND NOT EXISTS ${LLVM_DIR}/LLVMConfig.cmake)
  message(FATAL_ERROR " no LLVMConfig.cmake in ${LLVM_DIR}; give -DLLVM_DIR=<prefix>/lib/cmake/llvm")
endif()
find_package(LLVM CONFIG QUIET
  HINTS /usr/lib/llvm-23/lib/cmake/llvm /usr/lib/llvm-22/lib/cmake/llvm)
if(NOT LLVM_FOUND)
  message(FATAL_ERROR " no LLVM found; install llvm-22-dev, or give -DLLVM_DIR=<prefix>/lib/cmake/llvm")
endif()
if(LLVM_VERSION_MAJOR LESS 22)
  message(FATAL_ERROR " LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR} is too old; give -DLLVM_DIR= for LLVM 22 or 23")
endif()
if(LLVM_VERSION_MAJOR GREATER 23)
  message(WARNING "LLVM ${LLVM_PACKAGE_VERSION} is newer than 23, the newest that was tried")
endif()
message(STATUS "LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}")
