; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; x86-64 code in other object formats: the same as stock.
;
; RUN: llc -mtriple=x86_64-windows-msvc -filetype=obj %s -o %t.stock
; RUN: %llc_opt -mtriple=x86_64-windows-msvc -filetype=obj %s -o %t.opt
; RUN: cmp %t.stock %t.opt
; RUN: llc -mtriple=x86_64-windows-gnu -filetype=obj %s -o %t.stock
; RUN: %llc_opt -mtriple=x86_64-windows-gnu -filetype=obj %s -o %t.opt
; RUN: cmp %t.stock %t.opt
; RUN: llc -mtriple=x86_64-apple-macosx -filetype=obj %s -o %t.stock
; RUN: %llc_opt -mtriple=x86_64-apple-macosx -filetype=obj %s -o %t.opt
; RUN: cmp %t.stock %t.opt
;
; RUN: %llc_opt -mtriple=x86_64-windows-msvc %s -o - \
; RUN:   -pass-remarks=kcfi-opt -pass-remarks-missed=kcfi-opt 2>&1 \
; RUN:   | FileCheck %s
; CHECK-NOT: remark
; CHECK: ud2
; CHECK-NOT: testb $-42

define void @f(ptr %target) {
  call void %target() [ "kcfi"(i32 12345) ]
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"kcfi", i32 1}
