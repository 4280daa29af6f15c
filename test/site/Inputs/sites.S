/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sites.S - sites as text: targets x forms x prefixes x hashes, one after the
 * other, and a record of each for assembled.c. The code is read and never run,
 * so that it lies among the constants.
 */
	.macro	site number, target, scratch, form, prefix, hash
	.section .rodata.code, "a", @progbits
1:	movl	$(-(\hash)) & 0xffffffff, %\scratch
	addl	-(\prefix + 4)(%\target), %\scratch
2:	.if	\form
	jne	4f - 1
	testb	$0xd6, %al
4:	.set	trap, 4b - 1 - assembled_code
	.else
	je	4f
3:	ud2
4:	.set	trap, 3b - assembled_code
	.endif
	.section .rodata.records, "a", @progbits
	.long	1b - assembled_code, 2b - assembled_code
	.long	trap, 4b - assembled_code
	.long	\number, \form, \hash, \prefix
	.endm

	.macro	hashes number, target, scratch, form, prefix
	.irp	hash, 0, 1, 0x12345678, 0x7fffffff, 0x80000000, 0xffffffff, 0xfa1e0ff3
	site	\number, \target, \scratch, \form, \prefix, \hash
	.endr
	.endm

	.macro	prefixes number, target, scratch, form
	.irp	prefix, 0, 11, 16, 123, 124, 125, 126, 200, 251, 252, 65536, 0xfffffc
	hashes	\number, \target, \scratch, \form, \prefix
	.endr
	.endm

	.macro	forms number, target, scratch=r10d
	prefixes \number, \target, \scratch, 0
	prefixes \number, \target, \scratch, 1
	.endm

	.section .rodata.code, "a", @progbits
	.globl	assembled_code, assembled_code_end
assembled_code:
	.section .rodata.records, "a", @progbits
	.balign	4
	.globl	assembled_sites, assembled_sites_end
assembled_sites:

	forms	0, rax
	forms	1, rcx
	forms	2, rdx
	forms	3, rbx
	forms	4, rsp
	forms	5, rbp
	forms	6, rsi
	forms	7, rdi
	forms	8, r8
	forms	9, r9
	forms	10, r10, r11d
	forms	11, r11
	forms	12, r12
	forms	13, r13
	forms	14, r14
	forms	15, r15

	.section .rodata.records, "a", @progbits
assembled_sites_end:
	.section .rodata.code, "a", @progbits
assembled_code_end:
	.section .note.GNU-stack, "", @progbits
