# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Run by cpack on what it has installed, before that is packed: adds what Debian's
# policy wants in each package, and makes times and modes the same in every build.
set(ENV{SOURCE_DATE_EPOCH} ${CPACK_KCFI_OPT_EPOCH})

foreach(component ${CPACK_COMPONENTS_ALL})
  string(TOUPPER ${component} upper)
  set(root ${CPACK_TEMPORARY_DIRECTORY}/${component}/usr)
  set(doc ${root}/share/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  file(MAKE_DIRECTORY ${doc})

  # The copyright file holds what is special in the licence and refers to the
  # system's copy for the rest.
  file(REMOVE ${doc}/LICENSE)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/copyright ${doc}/copyright COPYONLY)
  configure_file(${CPACK_KCFI_OPT_CHANGELOG} ${doc}/changelog COPYONLY)

  file(GLOB pages ${root}/share/man/man*/*)
  execute_process(COMMAND gzip -9n ${doc}/changelog ${pages}
    COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND chmod -R u=rwX,go=rX ${root}
    COMMAND_ERROR_IS_FATAL ANY)
  execute_process(
    COMMAND find ${root} -exec touch -hd @${CPACK_KCFI_OPT_EPOCH} {} +
    COMMAND_ERROR_IS_FATAL ANY)
endforeach()
