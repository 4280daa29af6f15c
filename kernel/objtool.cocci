// SPDX-License-Identifier: GPL-2.0-only
//
// objtool follows jumps, and refuses one into the middle of an instruction, as
// the not-taken check's is. On its exact bytes it is known as what it is: an edge
// to a trap. Linux 6.12 to 7.3; see kernel/apply.
//
// cfi_check: objtool wants ud2 before each indirect call
virtual cfi_check

@jump@
typedef bool, u8;
iterator name ADD_OP;
@@
+/*
+ * A kCFI check may end in a jump to its own trap, which is UDB, the last byte of
+ * the test that follows:
+ *
+ *	75 01	jne	. + 3
+ *	a8 d6	test	$0xd6, %al
+ *
+ * No relocation may change them.
+ */
+static bool is_kcfi_trap_jump(const struct elf *elf, struct section *sec,
+                              unsigned long offset, unsigned long maxlen)
+{
+        const u8 *p = sec->data->d_buf + offset;
+
+        return maxlen >= 4 &&
+               p[0] == 0x75 && p[1] == 0x01 && p[2] == 0xa8 && p[3] == 0xd6 &&
+               !find_reloc_by_dest_range(elf, sec, offset, 4);
+}
+
 int arch_decode_instruction(...)
 {
 ...
 insn->type = INSN_OTHER;
+
+        /* Where it jumps to is a trap: there is no branch to follow. */
+        if (is_kcfi_trap_jump(elf, insn->sec, offset, maxlen))
+                return 0;
 ...
 }

@trap depends on cfi_check@
@@
 enum insn_type {
 	...,
 	INSN_TRAP,
+	INSN_KCFI_TRAP,
 	...
 };

@test depends on cfi_check@
@@
 int arch_decode_instruction(...)
 {
 ...
 if (is_kcfi_trap_jump(...))
 	return 0;
+
+        /* Its test comes before the call, where other checks have ud2. */
+        if (insn->prev_len == 2 &&
+            is_kcfi_trap_jump(elf, insn->sec, offset - 2, maxlen + 2)) {
+                insn->type = INSN_KCFI_TRAP;
+                return 0;
+        }
 ...
 }

@call depends on cfi_check@
identifier prev;
@@
 static int validate_retpoline(...)
 {
 <+...
-if (!prev || prev->type != INSN_BUG) {
+                        /* ud2, or the test that has UDB in it */
+                        if (!prev || (prev->type != INSN_BUG && prev->type != INSN_KCFI_TRAP)) {
 	...
 }
 ...+>
 }
