; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; The largest patchable-function-prefix that a site can hold and be told by. Larger
; ones keep the check stock, with a remark, and so do those with a leading 0,
; which LLVM 22 takes for decimal and LLVM 23 for octal.
;
; RUN: %llc_opt %s -stop-after=kcfi-opt -o %t.mir \
; RUN:   -pass-remarks-missed=kcfi-opt 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s < %t.mir
; What is left when the large ones, each of so many NOPs, are gone:
; RUN: grep -v -e ' @max(' -e ' @over(' -e ' @int32(' -e ' @uint32(' %s > %t.ll
; RUN: %equal 2+2 %t.ll
;
; REMARK: remark: {{.*}} 'zeros': {{.*}}: patchable-function-prefix is not a number in range
; REMARK: remark: {{.*}} 'zeros2': {{.*}}: patchable-function-prefix is not a number in range
; REMARK: remark: {{.*}} 'over': {{.*}}: patchable-function-prefix is not a number in range
; REMARK: remark: {{.*}} 'int32': {{.*}}: patchable-function-prefix is not a number in range
; REMARK: remark: {{.*}} 'uint32': {{.*}}: patchable-function-prefix is not a number in range
; REMARK-NOT: remark

target triple = "x86_64-unknown-linux-gnu"

; CHECK: name: zeros
; CHECK: KCFI_CHECK
define void @zeros(ptr %f) "patchable-function-prefix"="010" { call void %f() [ "kcfi"(i32 12345) ] ret void }
; CHECK: name: zeros2
; CHECK: KCFI_CHECK
define void @zeros2(ptr %f) "patchable-function-prefix"="00" { call void %f() [ "kcfi"(i32 12345) ] ret void }
; CHECK: name: zero
; CHECK: cfi-type 12345
define void @zero(ptr %f) "patchable-function-prefix"="0" { call void %f() [ "kcfi"(i32 12345) ] ret void }
; CHECK: name: byte
; CHECK: cfi-type 12345
define void @byte(ptr %f) "patchable-function-prefix"="124" { call void %f() [ "kcfi"(i32 12345) ] ret void }
; CHECK: name: max
; CHECK: cfi-type 12345
define void @max(ptr %f) "patchable-function-prefix"="16777212" { call void %f() [ "kcfi"(i32 12345) ] ret void }
; CHECK: name: over
; CHECK: KCFI_CHECK
define void @over(ptr %f) "patchable-function-prefix"="16777213" { call void %f() [ "kcfi"(i32 12345) ] ret void }
; CHECK: name: int32
; CHECK: KCFI_CHECK
define void @int32(ptr %f) "patchable-function-prefix"="2147483644" { call void %f() [ "kcfi"(i32 12345) ] ret void }
; CHECK: name: uint32
; CHECK: KCFI_CHECK
define void @uint32(ptr %f) "patchable-function-prefix"="4294967295" { call void %f() [ "kcfi"(i32 12345) ] ret void }

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"kcfi", i32 1}
