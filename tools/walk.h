/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * walk.h - finds the checks and the indirect branches in code.
 */
#ifndef KCFI_AUDIT_WALK_H
#define KCFI_AUDIT_WALK_H

#include "code.h"

/*
 * Appends to CODE, whose disassembler is open, the checks and the branches of
 * OBJECT, in no order and not knowing of each other. False where some of the
 * code could not be looked at: REPORT says why.
 */
bool walk_object(struct object *object, struct code *code,
                 struct report *report);

#endif
