#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Unpacks Debian packages, of another suite or as source, into a directory of
# their own. Nothing is installed, and apt's own lists and state are not touched.
#
#   usage: unpack-debs.sh --closure SUITES DIR PACKAGE...  with dependencies
#          unpack-debs.sh --alone SUITES DIR PACKAGE...    without
#          unpack-debs.sh --source SUITES DIR PACKAGE      the source, patched
#
# SUITES: one or more, with commas (unstable,experimental); experimental is used
# only for what the others do not have. The archive's address is taken from the
# machine's own apt sources. Once this succeeds DIR is complete, and a second
# call with the same words does nothing; a failed call leaves no DIR.
set -eu

die() {
  echo "unpack-debs: $*" >&2
  exit 1
}

[ $# -ge 4 ] || die "too few words; see the head of $0"
mode=$1 suites=$2 dir=${3%/}
wanted="$*"
shift 3

stamp=$dir/.unpacked
[ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && exit 0

archive=$(cat /etc/apt/sources.list.d/*.sources /etc/apt/sources.list \
  /etc/apt/mirrors/*.list 2>/dev/null | grep -v '^#' |
  grep -o 'https\?://[^ ]*/debian/\?\( \|$\)' | head -n 1) || true
[ -n "$archive" ] || die "no Debian archive in apt's sources; add one"

part=$dir.part state=$(realpath -m "$dir").apt
trap 'rm -rf "$state" "$part"' EXIT
rm -rf "$state" "$part"
mkdir -p "$state/lists/partial" "$state/cache/archives/partial" "$state/got"
type=deb
[ "$mode" != --source ] || type="deb-src"
for suite in $(echo "$suites" | tr , ' '); do
  echo "$type [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]" \
    "$archive $suite main"
done >"$state/sources.list"

# An empty status file: dependencies count as missing, whatever is installed.
: >"$state/status"
quiet_apt() {
  apt-get -q -o Dir::Etc::sourcelist="$state/sources.list" \
    -o Dir::Etc::sourceparts=- -o Dir::Etc::preferencesparts=- \
    -o Dir::State::lists="$state/lists" -o Dir::Cache="$state/cache" \
    -o Dir::State::status="$state/status" -o APT::Sandbox::User=root \
    -o APT::Install-Recommends=false "$@" 2>"$state/errors"
}
last_error() { grep '^E:' "$state/errors" | tail -n 1; }

quiet_apt update >/dev/null ||
  die "no package lists for $suites: $(last_error)"

case $mode in
--source)
  (cd "$state/got" && quiet_apt source --download-only "$1" >/dev/null) ||
    die "no source of $1 in $suites: $(last_error)"
  dpkg-source --no-check -x "$state"/got/*.dsc "$part" >/dev/null ||
    die "the source of $1 does not unpack; is the disk full?"
  ;;
--closure | --alone)
  packages=$*
  [ "$mode" = --alone ] ||
    packages=$(quiet_apt -s install "$@" | awk '/^Inst/ { print $2 }')
  [ -n "$packages" ] || die "$suites cannot provide $*: $(last_error)"
  # shellcheck disable=SC2086 # one word for each package
  (cd "$state/got" && quiet_apt download $packages >/dev/null) ||
    die "no download of $* from $suites: $(last_error)"
  mkdir -p "$part"
  for deb in "$state"/got/*.deb; do
    dpkg-deb -x "$deb" "$part" ||
      die "$deb does not unpack; is the disk full?"
  done
  ;;
*) die "the first word must be --closure, --alone or --source" ;;
esac

echo "$wanted" >"$part/.unpacked"
rm -rf "$dir"
mv "$part" "$dir"
