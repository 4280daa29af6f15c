/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* thunk.S - the thunk that calls go through, as a plain jump or a retpoline. */
	.text
	.globl	__x86_indirect_thunk_r11
	.hidden	__x86_indirect_thunk_r11
	.type	__x86_indirect_thunk_r11, @function
	.balign	64
__x86_indirect_thunk_r11:
#ifdef RETPOLINE
	call	2f
1:	pause
	lfence
	jmp	1b
	.balign	16
2:	movq	%r11, (%rsp)
	ret
#else
	jmpq	*%r11
#endif
	.size	__x86_indirect_thunk_r11, . - __x86_indirect_thunk_r11
	.section .note.GNU-stack, "", @progbits
