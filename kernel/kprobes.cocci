// SPDX-License-Identifier: GPL-2.0-only
//
// No probe may replace what the report of a failed check decodes: the movl and the
// addl, however long that is, of either form. Linux 6.12 to 7.3; see kernel/apply.

@probe@
identifier insn, offset, addr;
symbol false;
@@
 can_probe(...)
 {
 <+...
-if (insn.opcode.value == 0xBA)
-	offset = 12;
-else if (insn.opcode.value == 0x3)
-	offset = 6;
-else
-	goto out;
+                offset = insn.length;
+
+                /* The addl is longer with a SIB byte or a long displacement. */
+                if ((insn.opcode.value & ~1) == 0xBA) {
+                        if (insn_decode_kernel(&insn, (void *)addr + offset) < 0)
+                                goto out;
+                        offset += insn.length;
+                }
+                if (insn.opcode.value != 0x3)
+                        goto out;
+                /* je and ud2, or jne and a test whose last byte is the trap */
+                offset += 2;
 ...
-if (is_cfi_trap(addr + offset))
+                if (is_cfi_trap(addr + offset) ||
+                    is_cfi_trap(addr + offset + 1))
 	return false;
 ...+>
 }
