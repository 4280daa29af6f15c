; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A patchable-function-prefix that is no number, or one that no site can hold,
; keeps the check stock, and a remark says so. clang writes no such thing, and
; LLVM's verifier refuses most of it; stock takes what it cannot read as 0.
;
; RUN: %llc_opt -disable-verify %s -pass-remarks-missed=kcfi-opt \
; RUN:   -stop-after=kcfi-opt -o - 2>&1 | FileCheck %s
; The site of @minus is not one to kcfi-audit either, so it goes uncounted.
; RUN: grep -v -e ' @max(' -e ' @over(' -e ' @int32(' -e ' @uint32(' %s > %t.ll
; RUN: %equal 3+7 -disable-verify %t.ll

; CHECK-COUNT-11: remark: {{.*}} stock kCFI check kept in {{.*}}: patchable-function-prefix is not a number in range
; CHECK-NOT: remark

target triple = "x86_64-unknown-linux-gnu"

; CHECK:     name: word
; CHECK:     KCFI_CHECK
define void @word(ptr %f) "patchable-function-prefix"="sixteen" { call void %f() [ "kcfi"(i32 12345) ] ret void }
; CHECK:     name: minus
; CHECK:     KCFI_CHECK
define void @minus(ptr %f) "patchable-function-prefix"="-1" { call void %f() [ "kcfi"(i32 12345) ] ret void }
; CHECK:     name: plus
; CHECK:     KCFI_CHECK
define void @plus(ptr %f) "patchable-function-prefix"="+16" { call void %f() [ "kcfi"(i32 12345) ] ret void }
; CHECK:     name: hex
; CHECK:     KCFI_CHECK
define void @hex(ptr %f) "patchable-function-prefix"="0x10" { call void %f() [ "kcfi"(i32 12345) ] ret void }
; CHECK:     name: empty
; CHECK:     KCFI_CHECK
define void @empty(ptr %f) "patchable-function-prefix"="" { call void %f() [ "kcfi"(i32 12345) ] ret void }
; CHECK:     name: before
; CHECK:     KCFI_CHECK
define void @before(ptr %f) "patchable-function-prefix"=" 16" { call void %f() [ "kcfi"(i32 12345) ] ret void }
; CHECK:     name: after
; CHECK:     KCFI_CHECK
define void @after(ptr %f) "patchable-function-prefix"="16 " { call void %f() [ "kcfi"(i32 12345) ] ret void }
; CHECK:     name: uint64
; CHECK:     KCFI_CHECK
define void @uint64(ptr %f) "patchable-function-prefix"="99999999999999999999" { call void %f() [ "kcfi"(i32 12345) ] ret void }
; CHECK:     name: zeros
; CHECK:     cfi-type 12345
define void @zeros(ptr %f) "patchable-function-prefix"="010" { call void %f() [ "kcfi"(i32 12345) ] ret void }
; CHECK:     name: zero
; CHECK:     cfi-type 12345
define void @zero(ptr %f) "patchable-function-prefix"="0" { call void %f() [ "kcfi"(i32 12345) ] ret void }
; CHECK:     name: byte
; CHECK:     cfi-type 12345
define void @byte(ptr %f) "patchable-function-prefix"="124" { call void %f() [ "kcfi"(i32 12345) ] ret void }
; CHECK:     name: max
; CHECK:     cfi-type 12345
define void @max(ptr %f) "patchable-function-prefix"="16777212" { call void %f() [ "kcfi"(i32 12345) ] ret void }
; CHECK:     name: over
; CHECK:     KCFI_CHECK
define void @over(ptr %f) "patchable-function-prefix"="16777213" { call void %f() [ "kcfi"(i32 12345) ] ret void }
; CHECK:     name: int32
; CHECK:     KCFI_CHECK
define void @int32(ptr %f) "patchable-function-prefix"="2147483644" { call void %f() [ "kcfi"(i32 12345) ] ret void }
; CHECK:     name: uint32
; CHECK:     KCFI_CHECK
define void @uint32(ptr %f) "patchable-function-prefix"="4294967295" { call void %f() [ "kcfi"(i32 12345) ] ret void }

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"kcfi", i32 1}
