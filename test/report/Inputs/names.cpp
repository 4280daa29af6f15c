/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* names.cpp - one failed check, between functions of namespaces. */
namespace callee {
static int wrong(unsigned X) { return static_cast<int>(X) + 100; }
} // namespace callee

namespace caller {
__attribute__((noinline)) int call(int (*Fn)(int), int X) { return Fn(X) * 2; }
} // namespace caller

int main() {
  auto Fn = reinterpret_cast<int (*)(int)>(callee::wrong);

  __asm__ volatile("" : "+r"(Fn));
  return caller::call(Fn, 1) != 202;
}
