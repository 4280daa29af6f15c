; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; llc loads the plugin, once or under two names; it makes the same each time.
;
; RUN: cp %plugin %t.another-name
; RUN: llc -load=%plugin -filetype=obj %s -o %t.o
; RUN: llc -load=%t.another-name -filetype=obj %s -o %t.1.o
; RUN: cmp %t.o %t.1.o
; RUN: llc -load=%plugin -load=%t.another-name -filetype=obj %s -o %t.1.o
; RUN: cmp %t.o %t.1.o
; RUN: llc -load=%plugin -load=%plugin -filetype=obj %s -o %t.1.o
; RUN: cmp %t.o %t.1.o
; RUN: %llc_opt %s -o - | FileCheck %s
; RUN: %equal 1 %s
;
; The pass is in the pipeline once, right before what prints.
; RUN: llc -load=%plugin -load=%t.another-name -debug-pass=Structure %s \
; RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=PIPELINE
; PIPELINE:      Unpack machine instruction bundles
; PIPELINE-NEXT: kCFI checks in the not-taken form
; PIPELINE-NOT:  kCFI checks in the not-taken form
; PIPELINE:      X86 Assembly Printer
; PIPELINE-NOT:  kCFI checks in the not-taken form

target triple = "x86_64-unknown-linux-gnu"

; CHECK: addl -4(%rdi), %r10d
; CHECK: testb $-42, %al
; CHECK: callq *%rdi
define void @f(ptr %target) {
  call void %target() [ "kcfi"(i32 12345) ]
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"kcfi", i32 1}
