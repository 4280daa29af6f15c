# shellcheck shell=sh disable=SC2154 # variables of kernel/build
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sourced by kernel/build: packages, disk space, the kernel's source, and with
# --apply the copy that is changed.

kernel_needs='make flex bison bc libelf-dev libssl-dev cpio kmod rsync'
# Where newer kernels are. Releases before release candidates, which experimental
# has: apt takes from there only what the others lack.
later_suites=trixie-backports,unstable,experimental
boot_needs='qemu-system-x86 busybox-static'

install_needs() {
  step "packages, plugin and tools"
  # shellcheck disable=SC2086 # one word for each package
  build "llvm-$llvm" $kernel_needs $boot_needs >"$out/plugin.log" 2>&1 ||
    die "$(tail -n 1 "$out/plugin.log") (log: $out/plugin.log)"
}

# Ends the program where DIR's disk has fewer than MEGABYTES left for WHAT.
need_space() {
  left=$(df -Pm "$1" | awk 'NR == 2 { print $4 }')
  [ "$left" -ge "$2" ] ||
    die "disk full: $3 takes $2 MB, and there are $left MB left for $1"
}

# Sets $source: what the command line said, or Debian's, unpacked.
get_source() {
  [ -z "$source" ] || return 0
  source=$PWD/$dir/source
  [ ! -f "$source/.unpacked" ] || return 0
  step "source from Debian's linux-source-$version"
  need xz-utils
  need_space "$dir" 2500 "the source"
  find_tarball
  rm -rf "$source.part"
  mkdir -p "$source.part"
  tar -xf "$tarball" -C "$source.part" --strip-components=1 \
    2>"$out/unpack.log" ||
    die "cannot unpack $tarball: $(tail -n 1 "$out/unpack.log")"
  touch "$source.part/.unpacked"
  rm -rf "$source"
  mv "$source.part" "$source"
}

# Sets $tarball: of the machine's own suites, or else of those to come.
find_tarball() {
  package=linux-source-$version
  tarball=/usr/src/$package.tar.xz
  if [ -f "$tarball" ]; then
    return 0
  elif in_own_suites; then
    need "$package"
  else
    sh cmake/unpack-debs.sh --alone "$later_suites" "$dir/deb" \
      "$package" >"$out/unpack.log" 2>&1 ||
      die "no version $version: neither this machine's suites nor" \
        "$later_suites have $package: $(tail -n 1 "$out/unpack.log")"
    tarball=$dir/deb$tarball
  fi
  [ -f "$tarball" ] || die "$package has no $tarball"
}

in_own_suites() {
  apt-cache show "$package" >/dev/null 2>&1 && return 0
  as_root apt-get -q update >build/apt.log 2>&1 || return 1
  apt-cache show "$package" >/dev/null 2>&1
}

# Whether $tree is what $rules make of the source as it is now.
is_current() {
  [ "$rules $source" = "$(cat "$tree/.applied" 2>/dev/null)" ] &&
    [ -z "$(find "$source" -type f ! -name '*.pyc' -cnewer "$tree/.applied" \
      -print -quit)" ]
}

# Sets $tree to what is built: the source, or with --apply a changed copy of it. Each
# source has a copy of its own: make goes by the times of files, and would not see
# that they are another's.
get_tree() {
  tree=$source
  [ "$apply" = y ] || return 0
  [ ! -f "$source/.kcfi-opt.patch" ] ||
    die "$source is changed already, there would be nothing to compare with;" \
      "take that back: sh kernel/apply $source --reverse"
  tree=$PWD/$dir/applied
  [ "$source" = "$PWD/$dir/source" ] ||
    tree=$tree-$(echo "$source" | cksum | cut -d ' ' -f 1)
  rules=$(cat kernel/apply kernel/*.cocci | cksum)
  ! is_current || return 0
  step "changing a copy of the source with kernel/apply"
  need_space "$dir" 2500 "the copy"
  rm -rf "$tree"
  # What changes in the source from here on is not in the copy.
  echo "$rules $source" >"$out/applied"
  cp -a "$source" "$tree" 2>"$out/apply.log" ||
    die "cannot copy $source: $(tail -n 1 "$out/apply.log")"
  sh kernel/apply "$tree" >"$out/apply.log" 2>&1 ||
    die "kernel/apply failed: $(tail -n 1 "$out/apply.log")"
  mv "$out/applied" "$tree/.applied"
}
