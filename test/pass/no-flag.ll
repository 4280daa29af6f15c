; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Checks in a module that does not say that it has them: LLVM makes none, and so
; does the plugin.
;
; RUN: llc -filetype=obj %s -o %t.stock
; RUN: %llc_opt -filetype=obj %s -o %t.opt
; RUN: cmp %t.stock %t.opt
; RUN: %llc_opt %s -o - | FileCheck %s
; CHECK-NOT: testb $-42
; CHECK-NOT: kcfi_traps

target triple = "x86_64-unknown-linux-gnu"

define void @f(ptr %target) {
  call void %target() [ "kcfi"(i32 12345) ]
  ret void
}
