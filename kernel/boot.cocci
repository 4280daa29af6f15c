// SPDX-License-Identifier: GPL-2.0-only
//
// Boot writes into a check only what it does not have: nothing where hashes and
// checks stay as they were compiled (cfi=kcfi,norand), and never the not-taken
// form where the compiler has emitted it. Linux 6.12 to 7.3; see kernel/apply.
//
// poke: boot gives every check the not-taken form
// paranoid: FineIBT has a mode that tells its trap by the one it replaced
virtual poke
virtual paranoid

@rewrite@
identifier ret;
expression list es;
symbol cfi_rand, cfi_mode, CFI_KCFI;
@@
 __apply_fineibt(...)
 {
 <+...
-ret = cfi_disable_callers(es);
-if (ret)
-	goto err;
+        if (cfi_rand || cfi_mode != CFI_KCFI) {
+                /* Else the callers stay as they were compiled. */
+                ret = cfi_disable_callers(es);
+                if (ret)
+                        goto err;
+        }
 ...+>
 }

@movl@
identifier mov, addr;
@@
 cfi_enable_callers(...)
 {
 <+...
-text_poke_early(addr, mov, 2);
+                if (memcmp(addr, mov, 2))
+                        text_poke_early(addr, mov, 2);
 ...+>
 }

@form depends on poke@
typedef u32;
identifier udne, addr;
@@
 cfi_enable_callers(...)
 {
 <+...
-text_poke_early(addr + 10, udne, 4);
+                if (*(u32 *)(addr + 10) == 0x0b0f0274) /* je; ud2 */
+                        text_poke_early(addr + 10, udne, 4);
+                /* Else the compiler has emitted it, or it is left alone. */
+                if (memcmp(addr + 10, udne, 4))
+                        pr_err("CFI: unknown check at %pS, not changed: %14ph\n",
+                               addr, addr);
 ...+>
 }

@entry depends on paranoid@
@@
 decode_fineibt_paranoid(...)
 {
 <+...
-if (is_cfi_trap(addr + fineibt_caller_size - LEN_UD2)) {
+        if (is_cfi_trap(addr + fineibt_caller_size - LEN_UD2) ||
+            is_cfi_trap(addr + fineibt_caller_size - LEN_UDB)) {
 ...
 }
 ...+>
 }
