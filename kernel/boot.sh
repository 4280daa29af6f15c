# shellcheck shell=sh disable=SC2154 # variables of kernel/build
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sourced by kernel/build: boots both kernels under QEMU, several times, and
# collects what kernel/guest/init reports. It knows what each kernel must do when
# a check fails.

# The machine's file system, but for what differs between boots.
guest_programs() {
  guest=$out/guest
  rm -rf "$guest"
  mkdir -p "$guest/bin" "$guest/proc" "$guest/sys" "$guest/dev" "$guest/tmp"
  set -- gcc -std=c11 -D_GNU_SOURCE -O2 -static -Wall -Wextra -Werror -Iinclude
  "$@" -o "$guest/bin/text" kernel/guest/text.c kernel/guest/elf.c \
    kernel/guest/running.c
  "$@" -o "$guest/bin/rseq" kernel/guest/rseq.c
  cp /bin/busybox "$guest/bin/"
  cp kernel/guest/init "$guest/init"
  chmod +x "$guest/init"
}

# Makes $out/KIND.initramfs-MODULES: for the kernel KIND, and modules of MODULES.
initramfs() {
  cp "$out/$1/vmlinux" "$guest/vmlinux"
  cp "$out/$1/fs/binfmt_misc.ko" "$guest/"
  cp "$out/$2/lkdtm/lkdtm_mod.ko" "$guest/"
  (cd "$guest" && find . | cpio -o -H newc --quiet) \
    >"$out/$1.initramfs-$2"
}

# Whether this kernel gives checks the form when it loads code, but only checks
# that it knows.
knows_checks() {
  has_config FINEIBT &&
    grep -q 'unknown check' "$tree/arch/x86/kernel/alternative.c"
}

# A module of the stock build, the first check of which ends in int3 for its ud2.
foreign_module() {
  place=$(build/tools/kcfi-audit sites --json "$out/stock/lkdtm/lkdtm_mod.ko" |
    sed -n '1s/.*"trap":\([0-9]*\),.*/\1/p')
  "llvm-objcopy-$llvm" --dump-section ".text=$out/text" \
    "$out/stock/lkdtm/lkdtm_mod.ko" "$guest/foreign.ko"
  printf '\314\314' |
    dd of="$out/text" bs=1 seek="$place" conv=notrunc status=none
  "llvm-objcopy-$llvm" --update-section ".text=$out/text" "$guest/foreign.ko"
  rm "$out/text"
}

# What a failed check does in code with FORM in a kernel booted with CFI. Linux
# before 6.18 does not know the trap of the not-taken form.
expected() {
  case $2 in
  off) echo through ;;
  warn) [ "$1" = opt ] && old_traps && echo oops || echo warn ;;
  *) [ "$1" = opt ] && old_traps && echo oops || echo report ;;
  esac
}

old_traps() { ! grep -q 'BUG_UDB' "$tree/arch/x86/include/asm/bug.h"; }

# boot KIND MODULES NAME CFI TESTS: one boot, its results as KIND.NAME.
boot() {
  kind=$1 modules=$2 name=$1.$3 cfi=$4 tests=$5
  has_config CFI_PERMISSIVE && [ "$cfi" != off ] && mode=warn || mode=$cfi
  words="console=ttyS0 panic=-1 loglevel=7 tests=$tests"
  words="$words expect=$(expected "$kind" "$mode")"
  words="$words module=$(expected "$modules" "$mode")"
  [ -z "$cfi" ] || words="$words cfi=$cfi"
  rm -f "$out/$name.log" "$out/$name.serial"
  logged "$out/$name.log" timeout 600 \
    qemu-system-x86_64 -accel tcg -cpu max -smp 2 -m 512 \
    -display none -monitor none -no-reboot \
    -serial stdio -serial "file:$out/$name.serial" \
    -kernel "$out/$kind/arch/x86/boot/bzImage" \
    -initrd "$out/$kind.initramfs-$modules" -append "$words" || true
  collect "$name"
}

# Takes what the guest reported in boot NAME to the results.
collect() {
  tr -d '\r' <"$out/$1.serial" >"$out/$1.facts" || : >"$out/$1.facts"
  check "$1: reached its end (log: $out/$1.log)" grep -qx 'done' "$out/$1.facts"
  sed -n "s/^\(pass\|FAIL\) /\1 $1: /p" "$out/$1.facts" >"$out/verdicts"
  cat "$out/verdicts" >>"$out/results"
  grep '^FAIL' "$out/verdicts" || true
}

boot_all() {
  guest_programs
  main=text,builtin,kprobes,fortify,rseq,reload
  if [ "$apply" = y ]; then
    cp "$out/odd_checks.ko" "$guest/"
    main=$main,odd
  fi
  if knows_checks; then
    foreign_module
    main=$main,foreign
  fi
  for kind in stock opt; do
    other=opt
    [ "$kind" = stock ] || other=stock
    step "booting $kind"
    initramfs "$kind" "$kind"
    boot "$kind" "$kind" main '' "$main,module"
    ! has_config FINEIBT || boot_with_options "$kind"
    initramfs "$kind" "$other"
    boot "$kind" "$other" mixed '' module,builtin
  done
  rm -rf "$guest" "$out"/*.initramfs-*
}

# What the kernel's cfi= parameter, which comes with FineIBT, makes of it.
boot_with_options() {
  boot "$1" "$1" kcfi kcfi text,builtin,module
  boot "$1" "$1" norand kcfi,norand text,builtin,module
  boot "$1" "$1" off off text,builtin,module
  ! grep -q '"warn"' "$tree/arch/x86/kernel/alternative.c" ||
    boot "$1" "$1" warn warn text,builtin,module
}
