// SPDX-License-Identifier: GPL-2.0-only
//
// What the kernel says of a failed check: the same for ud2 and for the not-taken
// form, whichever byte of its trap the table names, and however long the addl is.
// Linux 6.12 to 7.3; see kernel/apply.
//
// no_udb: the kernel does not know the trap UDB
// ip_only: the report takes every check to have trapped at its table entry
virtual no_udb
virtual ip_only

@define depends on no_udb@
@@
 #define LEN_UD2 2
+
+#define INSN_UDB	0xd6

@number depends on no_udb@
@@
 #define BUG_UD1_UBSAN 0xfffc
+#define BUG_UDB			0xffd6

@decode_udb depends on no_udb@
identifier v;
symbol BUG_NONE;
@@
 decode_bug(...)
 {
 ...
+        if (v == INSN_UDB) {
+                *len = addr - start;
+                return BUG_UDB;
+        }
+
 if (v != OPCODE_ESCAPE)
 	return BUG_NONE;
 ...
 }

@handle_udb depends on no_udb@
expression ip;
statement S;
symbol ud_type, ud_len, handled;
@@
 handle_bug(...)
 {
 <+...
 switch (ud_type) {
 case BUG_UD2:
 if (report_bug(ip, regs) == BUG_TRAP_TYPE_WARN ||
     handle_cfi_failure(regs) == BUG_TRAP_TYPE_WARN) {
 	ip += ud_len;
 	handled = true;
 }
 break;
+
+        case BUG_UDB:
+                if (handle_cfi_failure(regs) == BUG_TRAP_TYPE_WARN) {
+                        ip += ud_len;
+                        handled = true;
+                }
+                break;
 case BUG_UD1_UBSAN:
 S
 break;
 default:
 break;
 }
 ...+>
 }

@parameter depends on ip_only@
typedef bool, u32;
identifier regs;
@@
-static bool decode_cfi_insn(struct pt_regs *regs, unsigned long *target,
-			    u32 *type)
+static bool decode_cfi_insn(struct pt_regs *regs, unsigned long addr,
+                            unsigned long *target, u32 *type)
 {
 <+...
-regs->ip
+addr
 ...+>
 }

@decode@
typedef bool, u8, u32;
symbol false;
identifier buffer, insn, offset;
expression trap;
@@
+/*
+ * Returns the address of the instruction that @ip traps in, if it is that of a
+ * kCFI check, and 0 otherwise. Checks end in je and ud2, or like this:
+ *
+ *   jne     .Ltmp1 - 1         ; 2 bytes, to UDB
+ *   testb   $0xd6, %al         ; 2 bytes, the last of which is UDB
+ *   .Ltmp1:
+ *
+ * There .kcfi_traps has the address of the testb or that of its last byte.
+ */
+static unsigned long cfi_trap_insn(unsigned long ip)
+{
+        if (*(u8 *)ip != INSN_UDB)
+                return is_cfi_trap(ip) ? ip : 0;
+        if (is_cfi_trap(ip) || is_cfi_trap(ip - 1))
+                return ip - 1;
+        return 0;
+}
+
+/*
+ * Returns the length of the addl in the check whose trap instruction is at @addr,
+ * or 0 if there is none: 4 bytes, 1 more with a SIB byte, 3 more with a long
+ * displacement. What looks like a shorter one in the last bytes of a longer is
+ * told by the movl that should precede it, or by its displacement: no hash is
+ * less than 4 bytes before its function.
+ */
+static int cfi_addl_length(unsigned long addr)
+{
+        struct insn insn;
+        u8 code[14];
+        int len;
+
+        for (len = 4; len <= 8; len++) {
+                if (copy_from_kernel_nofault(code, (void *)addr - 8 - len, 6 + len))
+                        return 0;
+                if (code[0] == 0x41 && (code[1] & ~1) == 0xBA &&
+                    !insn_decode(&insn, code + 6, len, INSN_MODE_KERN) &&
+                    insn.opcode.value == 0x3 && insn.length == len &&
+                    insn.displacement.value <= -4)
+                        return len;
+        }
+
+        return 0;
+}
+
 static bool decode_cfi_insn(...)
 {
 ...
 int offset = 0;
+int len;
 ...
+        len = cfi_addl_length(trap);
+        if (!len)
+                return false;
+
-if (copy_from_kernel_nofault(buffer, (void *)trap - 12, MAX_INSN_SIZE))
+        if (copy_from_kernel_nofault(buffer, (void *)trap - 8 - len, MAX_INSN_SIZE))
 	return false;
 if (insn_decode_kernel(&insn, &buffer[offset]))
 	return false;
-if (insn.opcode.value != 0xBA)
+        if ((insn.opcode.value & ~1) != 0xBA)
 	return false;
 ...
-if (copy_from_kernel_nofault(buffer, (void *)trap - 6, MAX_INSN_SIZE))
+        if (copy_from_kernel_nofault(buffer, (void *)trap - 2 - len, MAX_INSN_SIZE))
 	return false;
 if (insn_decode_kernel(&insn, &buffer[offset]))
 	return false;
 if (insn.opcode.value != 0x3)
 	return false;
 ...
 }

@find depends on !ip_only@
identifier addr;
@@
 handle_cfi_failure(...)
 {
 <+...
-if (!is_cfi_trap(addr)) {
-	addr -= 1;
-	if (!is_cfi_trap(addr))
-		return BUG_TRAP_TYPE_NONE;
-}
+                addr = cfi_trap_insn(addr);
+                if (!addr)
+                        return BUG_TRAP_TYPE_NONE;
 ...+>
 }

@find_ip depends on ip_only@
identifier regs;
@@
 handle_cfi_failure(struct pt_regs *regs)
 {
 unsigned long target;
+unsigned long addr = regs->ip;
 <+...
-if (!is_cfi_trap(regs->ip))
-	return BUG_TRAP_TYPE_NONE;
+                addr = cfi_trap_insn(addr);
+                if (!addr)
+                        return BUG_TRAP_TYPE_NONE;
 ...+>
 }

@pass_ip depends on ip_only@
identifier regs;
expression E1, E2;
@@
 handle_cfi_failure(struct pt_regs *regs)
 {
 <+...
-if (!decode_cfi_insn(regs, E1, E2))
-	return report_cfi_failure_noaddr(regs, regs->ip);
+                if (!decode_cfi_insn(regs, addr, E1, E2))
+                        return report_cfi_failure_noaddr(regs, addr);
 ...+>
 }

@report_ip depends on ip_only@
identifier regs;
expression list es;
@@
 handle_cfi_failure(struct pt_regs *regs)
 {
 <+...
-return report_cfi_failure(regs, regs->ip, es);
+        return report_cfi_failure(regs, addr, es);
 ...+>
 }
