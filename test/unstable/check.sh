#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The plugin's tests with what this machine's suite does not have: LLVM 23, and
# a rustc on LLVM 22, both from Debian unstable. They are unpacked, not
# installed, and run with their own C library.
#
#   usage: check.sh BUILD DIR LIT
set -eu
source=$(realpath "$(dirname "$0")/../..")
build=$(realpath "$1") lit=$3
mkdir -p "$2"
dir=$(realpath "$2")
root=$dir/root/usr bin=$dir/bin

sh "$source/cmake/unpack-debs.sh" --closure unstable "$dir/root" \
  clang-23 llvm-23 llvm-23-dev llvm-23-tools lld-23 rustc

# A program that finds its loader and libraries in there. Programs look for
# their files beside themselves, which is beside the loader now.
wrap() {
  name=$1 program=$2
  shift 2
  cat >"$bin/$name" <<END
#!/bin/sh
exec $root/lib64/ld-linux-x86-64.so.2 --argv0 ${name##*/} --library-path \\
  $root/lib/x86_64-linux-gnu:$root/lib/llvm-23/lib $program $* "\$@"
END
  chmod +x "$bin/$name"
}
rm -rf "$bin" "$dir/rust"
mkdir "$bin" "$dir/rust"
for program in "$root"/lib/llvm-23/bin/*; do
  name=$(basename "$program")
  case $name in
  clang | clang++) wrap "$name" "$program" -resource-dir "$root/lib/llvm-23/lib/clang/23" ;;
  *) wrap "$name" "$program" ;;
  esac
done
wrap ../rust/rustc "$root/bin/rustc" --sysroot "$root"

cmake -G Ninja -S "$source" -B "$dir/build" -DBUILD_TESTING=OFF \
  -DLLVM_DIR="$root/lib/llvm-23/lib/cmake/llvm" >"$dir/configure.log" 2>&1 || {
  cat "$dir/configure.log" >&2
  exit 1
}
cmake --build "$dir/build" --target kcfi_opt

"$lit" -sv "$build/test/pass" -Dllvm_version_major=23 \
  -Dllvm_tools_dir="$bin" -Dplugin="$dir/build/pass/kcfi_opt.so"
PATH=$dir/rust:$PATH "$lit" -sv "$build/test/pass" --filter rust
