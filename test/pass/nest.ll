; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A nest parameter goes in %r10, the check's scratch register. Stock overwrites
; it there, and so do we: what matters is to be the same.
;
; RUN: %llc_opt %s -o - | FileCheck %s
; RUN: %equal 2 %s
; RUN: %equal 2 -O0 %s

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: {{^}}call:
; CHECK:      movq %rsi, %r10
; CHECK:      movl $4294954951, %r10d
; CHECK-NEXT: addl -4(%rdi), %r10d
; CHECK:      callq *%rdi
define void @call(ptr %target, ptr %frame) {
  call void %target(ptr nest %frame) [ "kcfi"(i32 12345) ]
  ret void
}

define i32 @tail_call(ptr nest %frame, ptr %target) {
  %r = tail call i32 %target(ptr nest %frame) [ "kcfi"(i32 12345) ]
  ret i32 %r
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"kcfi", i32 1}
