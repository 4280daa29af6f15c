/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* options.h - what the user may choose with -mllvm. */
#ifndef KCFI_OPT_OPTIONS_H
#define KCFI_OPT_OPTIONS_H

/* -kcfi-opt-form=: which form new sites get. */
typedef enum { KCFIOptFormNotTaken, KCFIOptFormStock } KCFIOptForm;

/* -kcfi-opt-trap=: what a trap table entry names. */
typedef enum {
  KCFIOptTrapUDB, /* the byte that traps: the ip that #UD reports */
  KCFIOptTrapInsn /* the testb before it, where stock has its ud2 */
} KCFIOptTrap;

/* Adds the options to the host's command line. */
void KCFIOptAddOptions(void);

/* What was chosen. Fixed before code generation starts. */
KCFIOptForm KCFIOptGetForm(void);
KCFIOptTrap KCFIOptGetTrap(void);

#endif
