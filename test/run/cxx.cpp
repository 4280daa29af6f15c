/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cxx.cpp - calls of C++: member pointers, to virtual functions too, virtual
 * calls, and exceptions out of a checked call.
 *
 * Clang checks no virtual call, and drops the check of a call that has a
 * landing pad (LLVM 22): those are only called right-typed here.
 *
 * RUN: %opt_cxx -O0 %s %harness -o %t.O0 && %t.O0
 * RUN: %opt_cxx -O2 %s %harness -o %t.O2 && %t.O2
 * RUN: %opt_cxx -O2 -mretpoline %s %harness -o %t.ret && %t.ret
 * RUN: %opt_cxx -O2 -mllvm -kcfi-opt-trap=insn %s %harness -o %t.insn
 * RUN: %t.insn insn
 * RUN: %stock_cxx -O2 -c %s -o %t.stock.o
 * RUN: %stock_cxx %t.stock.o %harness -o %t.stock && %t.stock stock
 */
#include "harness.h"

namespace {

struct Right {
  virtual ~Right() = default;
  virtual int first(int x) { return x + 1 + Offset; }
  virtual double second(double x, ...) { return 2 * x; }
  int member(int x) { return x + 5 + Offset; }
  int Offset = 0;
};

struct Wrong {
  virtual ~Wrong() = default;
  virtual unsigned first(unsigned x) { return x + 100 + Offset; }
  virtual double second(double x, int y, ...) { return 4 * x + 0 * y; }
  unsigned member(unsigned x) { return x + 500 + Offset; }
  unsigned Offset = 0;
};

using MemberPtr = int (Right::*)(int);
using ThrowFn = int(int);

NOINLINE int first(Right *R, int X) { return R->first(X) * 2; }
NOINLINE int firstTail(Right *R, int X) { return R->first(X); }
NOINLINE double second(Right *R, double X) { return R->second(X, X, X) + 1; }
NOINLINE int member(Right *R, MemberPtr M, int X) { return (R->*M)(X)*2; }

int throwing(int X) {
  if (X > 1)
    throw X;
  return X;
}

unsigned throwingWrong(unsigned X) {
  if (X > 1)
    throw static_cast<int>(X) + 1000;
  return X;
}

/* Checked, since it has no landing pad. */
NOINLINE int relay(ThrowFn *Fn, int X) { return Fn(X) * 2; }

NOINLINE int catchingDirectly(ThrowFn *Fn, int X) {
  try {
    return Fn(X);
  } catch (int Y) {
    return Y + 10;
  }
}

NOINLINE int catching(ThrowFn *Fn, int X) {
  try {
    return relay(Fn, X);
  } catch (int Y) {
    return Y + 10;
  }
}

/* The function in SLOT of an object's virtual table; 0 and 1 are destructors.
 */
const void *slot(const void *Object, int Slot) {
  return (*static_cast<const void *const *const *>(Object))[Slot];
}

const void *address(MemberPtr M) {
  return *reinterpret_cast<const void *const *>(&M);
}

/* RIGHT and WRONG take functions as void pointers, which only C++ minds. */
template <typename T> const void *code(T *Fn) {
  return reinterpret_cast<const void *>(Fn);
}

} // namespace

void run() {
  Right R;
  Wrong W;
  Right *Good = OPAQUE(&R), *Bad = OPAQUE(reinterpret_cast<Right *>(&W));
  MemberPtr Member = &Right::member, MemberVirtual = &Right::first;
  MemberPtr MemberWrong = reinterpret_cast<MemberPtr>(&Wrong::member);
  ThrowFn *BadThrowing = reinterpret_cast<ThrowFn *>(OPAQUE(throwingWrong));

  __asm__ volatile("" : "+m"(Member), "+m"(MemberVirtual), "+m"(MemberWrong));

  RIGHT("virtual", first(Good, 1) == 4);
  RIGHT("virtual, tail call", firstTail(Good, 1) == 2);
  RIGHT("virtual, varargs", second(Good, 1.5) == 4);

  RIGHT("member pointer", member(Good, Member, 1) == 12);
  RIGHT("member pointer, virtual", member(Good, MemberVirtual, 1) == 4);
  WRONG("member pointer", member(Good, MemberWrong, 1) == 1002, address(Member),
        address(MemberWrong));
  WRONG("member pointer, virtual", member(Bad, MemberVirtual, 1) == 202,
        slot(&R, 2), slot(&W, 2));

  RIGHT("exception", catching(OPAQUE(throwing), 5) == 15);
  RIGHT("exception, landing pad", catchingDirectly(OPAQUE(throwing), 5) == 15);
  RIGHT("no exception", catching(OPAQUE(throwing), 1) == 2);
  WRONG("no exception", catching(BadThrowing, 1) == 2, code(throwing),
        code(throwingWrong));
  WRONG("exception", catching(BadThrowing, 5) == 1015, code(throwing),
        code(throwingWrong));
}
