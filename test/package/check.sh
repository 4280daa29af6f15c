#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Proves that cpack's packages are the same from two builds in different places,
# that lintian finds nothing, and that what dpkg installs from them in a clean root
# is found and works: by pkg-config and by CMake.
#
#   usage: check.sh BUILD DIR CLANG LLVM_DIR   (exits 77 where it cannot run)
set -eu
here=$(realpath "$(dirname "$0")") build=$(realpath "$1") clang=$3 llvm_dir=$4
source=$(realpath "$here/../..")
umask 022

for tool in lintian fakeroot dpkg-shlibdeps; do
  command -v $tool >/dev/null || {
    echo "package: skipped, $tool is not installed"
    exit 77
  }
done
rm -rf "$2"
mkdir -p "$2/elsewhere/source"
dir=$(realpath "$2")

# pack BUILD DIR: what cpack says goes to a log, to be shown if it fails.
pack() {
  cpack --config "$1/CPackConfig.cmake" -B "$2" >"$2.log" 2>&1 || {
    cat "$2.log" >&2
    exit 1
  }
}
pack "$build" "$dir/packages"

other=$dir/elsewhere
(cd "$source" && tar -c --exclude='./build*' --exclude=./.git .) |
  tar -x -C "$other/source"
cmake -G Ninja -S "$other/source" -B "$other/build" -DCMAKE_BUILD_TYPE=Release \
  -DBUILD_TESTING=OFF -DLLVM_DIR="$llvm_dir" >"$other/log"
TZ=Asia/Tokyo cmake --build "$other/build" >>"$other/log"
TZ=Asia/Tokyo pack "$other/build" "$other/packages"
for package in "$dir"/packages/*.deb; do
  cmp "$package" "$other/packages/$(basename "$package")"
done

lintian --allow-root --fail-on error,warning "$dir"/packages/*.deb

# The plugin's package is not complete without the one that all share.
if sh "$here/root.sh" "$dir/incomplete" "$dir"/packages/kcfi-opt-[0-9]*.deb \
  2>"$dir/incomplete.log" || ! grep -q 'depends on kcfi-opt' "$dir/incomplete.log"; then
  echo "dpkg does not miss kcfi-opt, which the plugin's package depends on" >&2
  exit 1
fi

sh "$here/root.sh" "$dir/root" "$dir"/packages/*.deb
plugin=$(PKG_CONFIG_PATH=$dir/root/usr/share/pkgconfig \
  pkg-config --variable=plugin "kcfi-opt-$("$clang" -dumpversion | cut -d. -f1)")
case $plugin in
/usr/lib/*) [ -f "$dir/root$plugin" ] ;;
*) false ;;
esac || {
  echo "expected the plugin of the package, pkg-config says '$plugin'" >&2
  exit 1
}
sh "$here/../examples/check.sh" "$dir/root/usr" "$dir/examples" "$clang" c cmake report
