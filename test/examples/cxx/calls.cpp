// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kinds of indirect call that C++ has; the README tells which are checked.
#include <cstdio>

struct shape {
  virtual ~shape() = default;
  virtual int area() const = 0;
  int doubled() const { return 2 * area(); }
};

struct square : shape {
  explicit square(int side) : side(side) {}
  int area() const override { return side * side; }
  int side;
};

extern "C" {
// Checked: through a pointer, to a function or a lambda.
[[gnu::noinline]] int by_pointer(int (*function)(int), int x) {
  return function(x) + 1;
}

// Checked, unless the member pointer is to a virtual function.
[[gnu::noinline]] int by_member(const shape &s, int (shape::*member)() const) {
  return (s.*member)() + 1;
}

// Not checked: a virtual call.
[[gnu::noinline]] int by_virtual(const shape &s) { return s.area() + 1; }

// Not checked: a call that may throw, where something is to be done about it.
[[gnu::noinline]] int by_pointer_catching(int (*function)(int), int x) {
  try {
    return function(x);
  } catch (int error) {
    return error;
  }
}
}

int main() {
  const square s(3);
  const auto increment = [](int x) { return x + 1; };

  std::printf("%d %d %d %d\n", by_pointer(increment, 1),
              by_member(s, &shape::doubled), by_virtual(s),
              by_pointer_catching(increment, 1));
}
