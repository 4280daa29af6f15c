/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sections.cpp - functions with one check each, in sections of their own, that
 * linkers keep, drop, fold, or take from one of two objects. With SECOND it is
 * the other object, with ALONE there is none.
 */
using Fn = int(int);

/* In a group of both objects, of which one is taken. */
inline int grouped(Fn *F, int X) { return F(X) * 3; }

#ifdef SECOND

int (*const Second)(Fn *, int) = grouped;
int second(Fn *F, int X);
int second(Fn *F, int X) { return Second(F, X) * 5; }

#else

int second(Fn *F, int X);

extern "C" {
int kept(Fn *F, int X) { return F(X) * 7; }
int tail(Fn *F, int X) { return F(X); }
int dropped(Fn *F, int X) { return F(X) * 9; }

/* The same code twice. */
int twin1(Fn *F, int X) { return F(X) * 11; }
int twin2(Fn *F, int X) { return F(X) * 11; }
}

extern "C" int start(Fn *F) {
  int Sum = kept(F, 1) + tail(F, 2) + twin1(F, 3) + twin2(F, 4);

#ifndef ALONE
  int (*volatile First)(Fn *, int) = grouped;

  Sum += First(F, 5) + second(F, 6);
#endif
  return Sum;
}

#endif
