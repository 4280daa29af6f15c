// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Coroutines: functions cut in pieces, each with the checks of its calls.
//
// RUN: %equal 8 -O0 -std=c++20 %s
// RUN: %equal 2 -O2 -std=c++20 %s
// RUN: %equal 2 -O2 -g -std=c++20 -fno-exceptions %s

namespace std {
template <typename T, typename...> struct coroutine_traits {
  using promise_type = typename T::promise_type;
};
template <typename = void> struct coroutine_handle {
  static coroutine_handle from_address(void *) noexcept;
  template <typename P> coroutine_handle(coroutine_handle<P>) noexcept;
  coroutine_handle() noexcept;
};
struct suspend_always {
  bool await_ready() noexcept { return false; }
  template <typename H> void await_suspend(H) noexcept {}
  void await_resume() noexcept {}
};
} // namespace std

struct task {
  struct promise_type {
    task get_return_object() noexcept { return {}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int) noexcept { return {}; }
    void return_void() noexcept {}
    void unhandled_exception() noexcept {}
  };
};

task generate(int (*target)(int) noexcept) {
  for (int i = target(1);; ++i)
    co_yield target(i);
}
