#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs packages into a root of their own. It starts empty, but its dpkg
# believes that it has what this machine has: dependencies are checked for real,
# and two packages with one file are refused.
#
#   usage: root.sh ROOT DEB...
set -eu
root=$1
shift
rm -rf "$root"
mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates"
cp /var/lib/dpkg/status "$root/var/lib/dpkg/"
PATH=$PATH:/usr/sbin:/sbin
fakeroot dpkg --root="$root" --force-not-root --install "$@" \
  >"$root.log" 2>&1 || {
  grep -v 'files list file for package' "$root.log" >&2
  exit 1
}
