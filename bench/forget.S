/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * forget.S - void forget_branches(void): jumps from line to line, over so many
 * lines that the processor's memory of branches holds no others.
 *
 * A branch that was taken is remembered by a part of its address, and outlives
 * its process. Seen on an AMD EPYC (family 26): after stock kCFI, each of whose
 * checks has a taken branch, code that differs in nothing but branches not taken
 * was slower by a fifth, for millions of calls.
 */
	.text
	.globl	forget_branches
	.type	forget_branches, @function
	.balign	64
forget_branches:
	.rept	65536
	jmp	1f
	.balign	64, 0xcc
1:
	.endr
	ret
	.size	forget_branches, . - forget_branches
	.section .note.GNU-stack, "", @progbits
