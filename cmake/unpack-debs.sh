#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Unpacks Debian packages of another suite into a directory of their own, for
# what this machine's suite does not have. Nothing is installed, and apt's own
# lists and state are not touched.
#
#   usage: unpack-debs.sh [--no-deps] SUITES DIR PACKAGE...
#
# SUITES: one or more, with commas (unstable,experimental); the first that has
# a package wins. The archive's address is taken from the machine's own sources.
# DIR is complete once this succeeds: a second call with the same packages does
# nothing, and a failed one leaves no DIR.
set -eu

die() {
  echo "unpack-debs: $*" >&2
  exit 1
}

deps=yes
if [ "${1-}" = --no-deps ]; then
  deps=no
  shift
fi
[ $# -ge 3 ] || die "usage: unpack-debs.sh [--no-deps] SUITES DIR PACKAGE..."
suites=$1 dir=$2
shift 2

stamp=$dir/.unpacked
wanted="$suites $deps $*"
[ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && exit 0

archive=$(cat /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2>/dev/null |
  grep -v '^#' | grep -o 'https\?://[^ ]*/debian/\?\( \|$\)' | head -n 1) || true
[ -n "$archive" ] || die "no Debian archive in apt's sources; add one"

state=$dir.apt
rm -rf "$state" "$dir.part"
mkdir -p "$state/lists/partial" "$state/cache/archives/partial" "$dir.part"
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
for suite in $(echo "$suites" | tr , ' '); do
  echo "deb [signed-by=$keyring] $archive $suite main"
done >"$state/sources.list"

# Debian pins experimental below everything else; within the private list, what
# was asked for is what is wanted. No status file: dependencies come along too.
apt() {
  apt-get -q -o Dir::Etc::sourcelist="$state/sources.list" \
    -o Dir::Etc::sourceparts=- -o Dir::Etc::preferencesparts=- \
    -o Dir::State::lists="$state/lists" -o Dir::Cache="$state/cache" \
    -o Dir::State::status=/dev/null -o APT::Install-Recommends=false \
    -o APT::Sandbox::User=root "$@"
}
apt update >"$state/log" 2>&1 ||
  die "no package lists for $suites from $archive: $(tail -n 1 "$state/log")"

packages=$*
if [ $deps = yes ]; then
  packages=$(apt -s install "$@" 2>"$state/log" |
    awk '/^Inst/ { print $2 }')
  [ -n "$packages" ] ||
    die "$suites cannot provide $*: $(tail -n 1 "$state/log")"
fi
(
  cd "$state/cache" &&
    # shellcheck disable=SC2086 # one word for each package
    apt download $packages >"$state/log" 2>&1
) || die "no download of $* from $suites: $(grep '^E:' "$state/log" | tail -n 1)"
for deb in "$state"/cache/*.deb; do
  dpkg-deb -x "$deb" "$dir.part" ||
    die "$deb does not unpack; is the disk full?"
done
echo "$wanted" >"$dir.part/.unpacked"
rm -rf "$dir"
mv "$dir.part" "$dir"
rm -rf "$state"
