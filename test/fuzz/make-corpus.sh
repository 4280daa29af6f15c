#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makes the seeds of the fuzzers, in corpus-elf, for check and sites, and
# corpus-diff. To be run in this directory, with LLVM's programs and python3 in
# PATH; what it made is in the repository, so that fuzzing needs none of it.
set -eu
inputs=$PWD/../audit/Inputs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf corpus-elf corpus-diff
mkdir corpus-elf corpus-diff

cat > "$work/a.s" <<'S'
  .include "site.inc"
  .text
  .globl f
  .type f, @function
f:
  check not_taken
  callq *%r11
  check not_taken, entry=-1
  jmp __x86_indirect_thunk_r11
  check stock
  callq *f@GOTPCREL(%rip)
  jmpq *%rax
  .size f, .-f
  .hidden __x86_indirect_thunk_r11
  .globl __x86_indirect_thunk_r11
  .type __x86_indirect_thunk_r11, @function
__x86_indirect_thunk_r11:
  jmpq *%r11
S
cat > "$work/b.s" <<'S'
  .include "site.inc"
  .section .init.text,"ax",@progbits
init:
  check stock, section=.init.text
  callq *%r11
  vpaddd %ymm1, %ymm2, %ymm3
  jne init
  .byte 0x06
  .data
  .long init-.
S

cat > "$work/c.s" <<'S'
  .data
  .long 1
S

assemble() { clang --target=x86_64-linux-gnu -c -Wa,-I"$inputs" "$@"; }
link() { ld.lld --no-rosegment -z noseparate-code -z norelro "$@"; }

assemble "$work/a.s" -o corpus-elf/a.o
corpus=$PWD/corpus-elf # debug information names the source: not where it was
(cd "$work" && assemble -g -gz -fdebug-compilation-dir=. b.s -o "$corpus/b-debug.o")
assemble "$work/c.s" -o corpus-elf/no-code.o
cd corpus-elf
link -shared a.o b-debug.o -o linked.so
link -shared --strip-all a.o -o stripped.so
link -static -e f --emit-relocs a.o -o relocations
ld.lld -r a.o b-debug.o -o again.o
llvm-objcopy --strip-sections linked.so no-sections.so
llvm-ar rcs archive.a a.o b-debug.o
llvm-ar rcs --thin thin.a a.o b-debug.o
cd ..

# A pair is the size of the first file in four bytes, and both.
pair() {
  python3 -B - "$@" <<'P'
import struct, sys
stock, opt = (open(name, "rb").read() for name in sys.argv[1:3])
open(sys.argv[3], "wb").write(struct.pack("<I", len(stock)) + stock + opt)
P
}
for mode in udb insn; do
  assemble "$work/b.s" -o "$work/b.o"
  python3 -B "$inputs/not-taken.py" $mode "$work/b.o" "$work/$mode.o"
  pair "$work/b.o" "$work/$mode.o" corpus-diff/object-$mode
done
link -shared --strip-all "$work/b.o" -o "$work/b.so"
python3 -B "$inputs/not-taken.py" udb "$work/b.so" "$work/opt.so"
pair "$work/b.so" "$work/opt.so" corpus-diff/linked
llvm-objcopy --strip-sections "$work/b.so" "$work/b-none.so"
llvm-objcopy --strip-sections "$work/opt.so" "$work/opt-none.so"
pair "$work/b-none.so" "$work/opt-none.so" corpus-diff/no-sections
mkdir "$work/stock" "$work/opt"
cp "$work/b.o" "$work/stock/b.o"
cp "$work/udb.o" "$work/opt/b.o"
(cd "$work/stock" && llvm-ar rcs b.a b.o)
(cd "$work/opt" && llvm-ar rcs b.a b.o)
pair "$work/stock/b.a" "$work/opt/b.a" corpus-diff/archive
ls -l corpus-elf corpus-diff
