/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Nothing: linux/cfi.h beside it has what is needed. */
