#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The test suite with what this machine's suite does not have: LLVM 23, and a
# rustc on LLVM 22, both from Debian unstable. They are unpacked, not installed,
# and run with their own C library. And what that makes possible: the packages of
# two LLVM majors side by side, and the example in Rust.
#
#   usage: check.sh BUILD DIR LLVM_BIN
#
# BUILD: a build with LLVM 22, whose programs are in LLVM_BIN. DIR: kept, so that
# nothing is downloaded a second time.
set -eu
source=$(realpath "$(dirname "$0")/../..")
build=$(realpath "$1") llvm_22=$3
mkdir -p "$2"
dir=$(realpath "$2")
root=$dir/root/usr

sh "$source/cmake/unpack-debs.sh" --closure unstable "$dir/root" \
  clang-23 llvm-23 llvm-23-dev llvm-23-tools lld-23 libclang-rt-23-dev rustc cargo

# Programs in there are to find their own loader and libraries, and the files
# beside themselves: they are changed in place, once.
loader=$root/lib64/ld-linux-x86-64.so.2
libraries=$root/lib/x86_64-linux-gnu:$root/lib/llvm-23/lib
settle() {
  file=$(realpath "$1")
  [ "$(head -c 4 "$file" | tail -c 3)" = ELF ] || return 0
  patchelf --force-rpath --set-rpath "$libraries" "$file"
  case $file in
  *.so*) ;;
  *) patchelf --set-interpreter "$loader" "$file" ;;
  esac
}
if [ ! -e "$dir/root/.settled" ]; then
  for file in "$root"/lib/llvm-23/bin/* "$root/bin/rustc" "$root/bin/cargo" \
    "$root"/lib/x86_64-linux-gnu/libLLVM.so.* \
    "$root"/lib/x86_64-linux-gnu/libclang-cpp.so.* \
    "$root"/lib/x86_64-linux-gnu/librustc_driver-*.so; do
    settle "$file"
  done
  touch "$dir/root/.settled"
fi
bin=$root/lib/llvm-23/bin

# Whatever has LLVM's library runs with the C library that this one is for, whose
# symbols the machine's linker does not find.
run_there="-Wl,--allow-shlib-undefined,--dynamic-linker=$loader"
run_there="$run_there,--disable-new-dtags,-rpath=$libraries"
cmake -G Ninja -S "$source" -B "$dir/build" \
  -DLLVM_DIR="$root/lib/llvm-23/lib/cmake/llvm" -DLIT="$llvm_22/lit" \
  -DCMAKE_EXE_LINKER_FLAGS="$run_there" >"$dir/configure.log" 2>&1 || {
  cat "$dir/configure.log" >&2
  exit 1
}
cmake --build "$dir/build"

# Not here: what tests scripts and sources more than LLVM (kernel, apply, bench,
# style), what is timed or takes long (speed, fuzz), and package, whose tools would
# depend on libraries that this machine's suite does not have; but see below.
LIT_OPTS=--show-unsupported ctest --test-dir "$dir/build" --output-on-failure \
  -j "$(nproc)" -LE '^(speed|fuzz)$' -E '^(kernel|apply|bench|style|package)$'
# What lit's suites say of themselves; the file at REQUIRES says why one is not run.
awk '/^  kcfi-opt ::/ { print "not run with LLVM 23: " $3 }
  sub(/^ +Passed *: */, "") { passed += $1 }
  END { print passed " tests passed in suites of lit" }' \
  "$dir/build/Testing/Temporary/LastTest.log"

# refused CLANG PLUGIN WORDS: a plugin of another LLVM is, in one line.
refused() {
  rm -f "$dir/refused.o"
  if "$1" -fplugin="$2" -c -x c /dev/null -o "$dir/refused.o" \
    2>"$dir/refused" || [ -e "$dir/refused.o" ]; then
    echo "$2 loads into $1" >&2
    exit 1
  fi
  if [ "$(wc -l <"$dir/refused")" != 1 ] ||
    ! grep "^kcfi-opt: $3" "$dir/refused"; then
    echo "expected one line, 'kcfi-opt: $3 ...', found:" >&2
    cat "$dir/refused" >&2
    exit 1
  fi
}
refused "$bin/clang" "$build/pass/kcfi_opt.so" \
  "built for LLVM 22, loaded into LLVM 23"
refused "$llvm_22/clang" "$dir/build/pass/kcfi_opt.so" \
  "built for LLVM 23, loaded into LLVM 22"

mkdir -p "$dir/rust"
ln -sf "$root/bin/rustc" "$root/bin/cargo" "$dir/rust"
export PATH="$dir/rust:$PATH"
"$llvm_22/lit" -v "$build/test/pass" --filter rust |
  tee "$dir/rust/log"
grep -q '^PASS: .*rustc' "$dir/rust/log" || {
  echo "the test with rustc did not run: its LLVM is not the plugin's" >&2
  exit 1
}

# The packages of both majors in one root, where each finds its own. What they
# share is the same from either build, the tools excepted: those of one do.
umask 022
pack() {
  cpack "$@" >"$dir/cpack.log" 2>&1 || {
    cat "$dir/cpack.log" >&2
    exit 1
  }
}
pack --config "$build/CPackConfig.cmake" -B "$dir/packages-22"
pack --config "$dir/build/CPackConfig.cmake" -B "$dir/packages-23" \
  -D 'CPACK_COMPONENTS_ALL=common;plugin;report;report-dev'
for shared in kcfi-opt_ libkcfi-report0_ libkcfi-report-dev_; do
  cmp "$dir/packages-22/$shared"*.deb "$dir/packages-23/$shared"*.deb
done
sh "$source/test/package/root.sh" "$dir/both" "$dir"/packages-22/*.deb \
  "$dir"/packages-23/kcfi-opt-23_*.deb
examples=$source/test/examples/check.sh
sh "$examples" "$dir/both/usr" "$dir/examples-22" \
  "$llvm_22/clang" c cmake rust
sh "$examples" "$dir/both/usr" "$dir/examples-23" "$bin/clang" c cmake report
