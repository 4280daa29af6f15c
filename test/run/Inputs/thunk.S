/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* thunk.S - the thunks that clang leaves to the program. */
	.text
	.globl	__x86_indirect_thunk_r11
	.type	__x86_indirect_thunk_r11, @function
__x86_indirect_thunk_r11:
	jmpq	*%r11
	.size	__x86_indirect_thunk_r11, . - __x86_indirect_thunk_r11

	.globl	__x86_return_thunk
	.type	__x86_return_thunk, @function
__x86_return_thunk:
	retq
	.size	__x86_return_thunk, . - __x86_return_thunk
	.section .note.GNU-stack, "", @progbits
