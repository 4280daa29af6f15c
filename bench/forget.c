/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* forget.c - see forget.S: run on a CPU, before something is measured there. */
void forget_branches(void);

int main(void) {
  forget_branches();
  forget_branches();
  return 0;
}
