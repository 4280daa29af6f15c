#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs the commands in the examples' READMEs as they stand there, but for the
# LLVM's number, with what is installed in PREFIX. Each must succeed, and kcfi-audit
# must have found checks, all of them not-taken.
#
#   usage: check.sh PREFIX DIR CLANG EXAMPLE...
set -eu
here=$(realpath "$(dirname "$0")") prefix=$(realpath "$1") clang=$(realpath "$3")
mkdir -p "$2"
dir=$(realpath "$2")
shift 3

# The compilers by the names that a user has for them.
major=$("$clang" -dumpversion | cut -d. -f1)
mkdir -p "$dir/bin"
ln -sf "$clang" "$dir/bin/clang-$major"
ln -sf "$clang" "$dir/bin/clang++-$major"
# What belongs in /usr may lie in a root elsewhere: pkg-config has to be told.
cat >"$dir/bin/pkg-config" <<END
#!/bin/sh
exec $(command -v pkg-config) --define-variable=prefix="$prefix" "\$@"
END
chmod +x "$dir/bin/pkg-config"
export PATH="$dir/bin:$prefix/bin:$PATH"
export PKG_CONFIG_PATH="$prefix/share/pkgconfig" CMAKE_PREFIX_PATH="$prefix"
export LD_LIBRARY_PATH="$prefix/lib"

for example; do
  rm -rf "${dir:?}/$example"
  cp -r "$here/$example" "$dir"
  log=$dir/$example.log
  # shellcheck disable=SC2016 # backquotes, as they stand in the file
  awk '/^```/ { inside = !inside; next } inside' "$here/$example/README.md" |
    sed "s/-22\>/-$major/g; s/=22\>/=$major/g" >"$dir/$example.sh"
  if ! (cd "$dir/$example" && sh -eux "$dir/$example.sh") >"$log" 2>&1 ||
    ! grep -E ': [1-9][0-9]* sites?: [1-9][0-9]* not-taken, 0 stock;' "$log"; then
    echo "test/examples/$example with LLVM $major failed; its commands:" >&2
    cat "$log" >&2
    exit 1
  fi
done
