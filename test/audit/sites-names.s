# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Names come from the file, and may be anything: they do not break out of their
# line, of a JSON string, or into the terminal. Where there is none, JSON says so.
#
# RUN: sed 's/ESCAPE/\x1b/; s/TAB/\x09/' %s > %t.s
# RUN: %assemble %t.s -o %t.o
# RUN: kcfi-audit sites %t.o | FileCheck %s
# RUN: kcfi-audit sites --json %t.o > %t.json
# RUN: FileCheck --check-prefix=JSON %s < %t.json
# RUN: %python -c 'import json, sys; [json.loads(line) for line in sys.stdin]' < %t.json
# RUN: %exits 1 kcfi-audit check --require-not-taken --require-checked %t.o | FileCheck --check-prefix=FINDING %s
# RUN: ld.lld -shared --strip-all %t.o -o %t.so
# RUN: kcfi-audit sites --json %t.so | FileCheck --check-prefix=NONE %s
#
# CHECK: .text a"b\c\x09d\x1b[0m+0x0{{$}}
# JSON: "symbol":"a\"b\\c\u0009d\u001b[0m","offset":0
# FINDING: a"b\c\x09d\x1b[0m+0x0: check, expected in the not-taken form
# FINDING: callq *{{[-x0-9a-f]*}}(%rip) (a"b\c\x09d\x1b[0m+0x0), expected a check before it
# NONE: "symbol":null,"offset":0,"section":".text"

  .include "site.inc"
  .text
  .type "a\"b\\cTABdESCAPE[0m", @function
"a\"b\\cTABdESCAPE[0m":
  check stock
  callq *%r11
  callq *"a\"b\\cTABdESCAPE[0m"(%rip)
