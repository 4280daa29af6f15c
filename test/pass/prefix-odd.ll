; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A patchable-function-prefix that is no number keeps the check stock, and a
; remark says so. clang writes no such thing, LLVM 22's verifier refuses it where
; it runs, and LLVM 23 always does; stock takes what it cannot read as 0.
;
; REQUIRES: llvm-22
; RUN: %llc_opt -disable-verify %s -stop-after=kcfi-opt -o %t.mir \
; RUN:   -pass-remarks-missed=kcfi-opt 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s < %t.mir
; The site of @minus is not one to kcfi-audit either, so it goes uncounted.
; RUN: %equal 0+7 -disable-verify %s
;
; REMARK-COUNT-8: remark: {{.*}} stock kCFI check kept in {{.*}}: patchable-function-prefix is not a number in range
; REMARK-NOT: remark

target triple = "x86_64-unknown-linux-gnu"

; CHECK: name: word
; CHECK: KCFI_CHECK
define void @word(ptr %f) "patchable-function-prefix"="sixteen" { call void %f() [ "kcfi"(i32 12345) ] ret void }
; CHECK: name: minus
; CHECK: KCFI_CHECK
define void @minus(ptr %f) "patchable-function-prefix"="-1" { call void %f() [ "kcfi"(i32 12345) ] ret void }
; CHECK: name: plus
; CHECK: KCFI_CHECK
define void @plus(ptr %f) "patchable-function-prefix"="+16" { call void %f() [ "kcfi"(i32 12345) ] ret void }
; CHECK: name: hex
; CHECK: KCFI_CHECK
define void @hex(ptr %f) "patchable-function-prefix"="0x10" { call void %f() [ "kcfi"(i32 12345) ] ret void }
; CHECK: name: empty
; CHECK: KCFI_CHECK
define void @empty(ptr %f) "patchable-function-prefix"="" { call void %f() [ "kcfi"(i32 12345) ] ret void }
; CHECK: name: before
; CHECK: KCFI_CHECK
define void @before(ptr %f) "patchable-function-prefix"=" 16" { call void %f() [ "kcfi"(i32 12345) ] ret void }
; CHECK: name: after
; CHECK: KCFI_CHECK
define void @after(ptr %f) "patchable-function-prefix"="16 " { call void %f() [ "kcfi"(i32 12345) ] ret void }
; CHECK: name: uint64
; CHECK: KCFI_CHECK
define void @uint64(ptr %f) "patchable-function-prefix"="99999999999999999999" { call void %f() [ "kcfi"(i32 12345) ] ret void }

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"kcfi", i32 1}
