; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Type hashes at the edges. One that is, or negated would be, the bytes of an
; ENDBR instruction counts as the next number. Of type hash 0, LLVM makes no
; check at all.
;
; RUN: %llc_opt %s -o - | FileCheck %s
; RUN: %llc_opt %s -o /dev/null -pass-remarks=kcfi-opt 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK
; RUN: %equal 7 %s
; RUN: %equal 7 -O0 %s

; REMARK: 'highest_bit': target %rdi, type hash 0x80000000, call
; REMARK: 'endbr64': target %rdi, type hash 0xfa1e0ff4, call
; REMARK: 'endbr32': target %rdi, type hash 0xfb1e0ff4, call
; REMARK: 'minus_endbr64': target %rdi, type hash 0x05e1f00e, call
; REMARK: 'minus_endbr32': target %rdi, type hash 0x04e1f00e, call

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: {{^}}zero:
; CHECK-NOT: testb
; CHECK: callq *%rdi
define void @zero(ptr %f) { call void %f() [ "kcfi"(i32 0) ] ret void }

; CHECK-LABEL: {{^}}one:
; CHECK: movl $4294967295, %r10d
; CHECK: testb $-42, %al
define void @one(ptr %f) { call void %f() [ "kcfi"(i32 1) ] ret void }

; CHECK-LABEL: {{^}}all_bits:
; CHECK: movl $1, %r10d
; CHECK: testb $-42, %al
define void @all_bits(ptr %f) { call void %f() [ "kcfi"(i32 -1) ] ret void }

; CHECK-LABEL: {{^}}highest_bit:
; CHECK: movl $2147483648, %r10d
; CHECK: testb $-42, %al
define void @highest_bit(ptr %f) {
  call void %f() [ "kcfi"(i32 2147483648) ]
  ret void
}

; CHECK-LABEL: {{^}}endbr64:
; CHECK: movl $98693132, %r10d # imm = 0x5E1F00C
; CHECK: testb $-42, %al
define void @endbr64(ptr %f) {
  call void %f() [ "kcfi"(i32 4196274163) ]
  ret void
}

; CHECK-LABEL: {{^}}endbr32:
; CHECK: movl $81915916, %r10d # imm = 0x4E1F00C
; CHECK: testb $-42, %al
define void @endbr32(ptr %f) {
  call void %f() [ "kcfi"(i32 4213051379) ]
  ret void
}

; CHECK-LABEL: {{^}}minus_endbr64:
; CHECK: movl $4196274162, %r10d # imm = 0xFA1E0FF2
; CHECK: testb $-42, %al
define void @minus_endbr64(ptr %f) {
  call void %f() [ "kcfi"(i32 98693133) ]
  ret void
}

; CHECK-LABEL: {{^}}minus_endbr32:
; CHECK: movl $4213051378, %r10d # imm = 0xFB1E0FF2
; CHECK: testb $-42, %al
define void @minus_endbr32(ptr %f) {
  call void %f() [ "kcfi"(i32 81915917) ]
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"kcfi", i32 1}
