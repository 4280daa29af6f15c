; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A stack map promises that so many bytes after it hold no jump target. LLVM
; counts instructions for it, and a site counts otherwise than a stock check: in
; functions with one, checks stay stock, with a remark. Patch points, statepoints
; and other functions of the module do not matter.
;
; RUN: %llc_opt -enable-patchpoint-liveness=false %s -o %t.s \
; RUN:   -pass-remarks-missed=kcfi-opt 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s < %t.s
; RUN: %equal 3+2 -enable-patchpoint-liveness=false %s
; RUN: %equal 3+2 -O0 -enable-patchpoint-liveness=false %s

; REMARK-COUNT-2: remark: {{.*}}: the function has a stack map, whose padding counts instructions
; REMARK-NOT: remark

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: {{^}}stackmap:
; CHECK: {{je[[:space:]]}}
; CHECK: ud2
define void @stackmap(ptr %f) {
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 1, i32 16, ptr %f)
  call void %f() [ "kcfi"(i32 12345) ]
  ret void
}

define void @stackmap_after(ptr %f) {
  call void %f() [ "kcfi"(i32 12345) ]
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 2, i32 16, ptr %f)
  ret void
}

; CHECK-LABEL: {{^}}patchpoint:
; CHECK: testb $-42, %al
define void @patchpoint(ptr %f) {
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 3, i32 15, ptr null, i32 0, ptr %f)
  call void %f() [ "kcfi"(i32 12345) ]
  ret void
}

; CHECK-LABEL: {{^}}statepoint:
; CHECK: testb $-42, %al
define ptr addrspace(1) @statepoint(ptr %f, ptr addrspace(1) %o) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  call void %f() [ "kcfi"(i32 12345) ]
  ret ptr addrspace(1) %r
}

; CHECK-LABEL: {{^}}without:
; CHECK: testb $-42, %al
define void @without(ptr %f) {
  call void %f() [ "kcfi"(i32 12345) ]
  ret void
}

declare void @callee()
declare void @llvm.experimental.stackmap(i64, i32, ...)
declare void @llvm.experimental.patchpoint.void(i64, i32, ptr, i32, ...)
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
!llvm.module.flags = !{!0}
!0 = !{i32 4, !"kcfi", i32 1}
