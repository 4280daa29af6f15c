/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions to be called at an event. */
#ifndef HOOKS_H
#define HOOKS_H

typedef void hook(const char *event);

void hooks_add(hook *);
void hooks_run(const char *event);

#endif
