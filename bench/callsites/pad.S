/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pad.S - comes first in a module, and moves what follows in its page. */
	.text
	.balign	16
	.space	PAD, 0xcc
	.section .note.GNU-stack, "", @progbits
