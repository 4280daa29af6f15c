/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * forget.S - void forget_branches(void): jumps from line to line, over so many
 * lines that the branch target buffer should hold no other branches.
 *
 * A branch that was taken is remembered by a part of its address, beyond its
 * process: see FINDINGS.md. What the processor knows of a branch's direction and
 * of indirect targets is not reached; the warm-up before a sample is for that, and
 * for the caches, of which this takes 4 MiB.
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
