; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Functions and callers by hash, for hashes.c.

; 0x00000001
define i32 @function_1(i32 %x) !kcfi_type !2 {
  %r = add i32 %x, 1
  ret i32 %r
}
define i32 @caller_1(ptr %fn, i32 %x) {
  %y = call i32 %fn(i32 %x) [ "kcfi"(i32 1) ]
  %r = add i32 %y, 100
  ret i32 %r
}

; 0x7fffffff
define i32 @function_2(i32 %x) !kcfi_type !3 {
  %r = add i32 %x, 2
  ret i32 %r
}
define i32 @caller_2(ptr %fn, i32 %x) {
  %y = call i32 %fn(i32 %x) [ "kcfi"(i32 2147483647) ]
  %r = add i32 %y, 100
  ret i32 %r
}

; 0x80000000
define i32 @function_3(i32 %x) !kcfi_type !4 {
  %r = add i32 %x, 3
  ret i32 %r
}
define i32 @caller_3(ptr %fn, i32 %x) {
  %y = call i32 %fn(i32 %x) [ "kcfi"(i32 -2147483648) ]
  %r = add i32 %y, 100
  ret i32 %r
}

; 0xffffffff
define i32 @function_4(i32 %x) !kcfi_type !5 {
  %r = add i32 %x, 4
  ret i32 %r
}
define i32 @caller_4(ptr %fn, i32 %x) {
  %y = call i32 %fn(i32 %x) [ "kcfi"(i32 -1) ]
  %r = add i32 %y, 100
  ret i32 %r
}

; 0xfa1e0ff3
define i32 @function_5(i32 %x) !kcfi_type !6 {
  %r = add i32 %x, 5
  ret i32 %r
}
define i32 @caller_5(ptr %fn, i32 %x) {
  %y = call i32 %fn(i32 %x) [ "kcfi"(i32 -98693133) ]
  %r = add i32 %y, 100
  ret i32 %r
}

; 0x05e1f00d
define i32 @function_6(i32 %x) !kcfi_type !7 {
  %r = add i32 %x, 6
  ret i32 %r
}
define i32 @caller_6(ptr %fn, i32 %x) {
  %y = call i32 %fn(i32 %x) [ "kcfi"(i32 98693133) ]
  %r = add i32 %y, 100
  ret i32 %r
}

; 0xfb1e0ff3
define i32 @function_7(i32 %x) !kcfi_type !8 {
  %r = add i32 %x, 7
  ret i32 %r
}
define i32 @caller_7(ptr %fn, i32 %x) {
  %y = call i32 %fn(i32 %x) [ "kcfi"(i32 -81915917) ]
  %r = add i32 %y, 100
  ret i32 %r
}

; 0x04e1f00d
define i32 @function_8(i32 %x) !kcfi_type !9 {
  %r = add i32 %x, 8
  ret i32 %r
}
define i32 @caller_8(ptr %fn, i32 %x) {
  %y = call i32 %fn(i32 %x) [ "kcfi"(i32 81915917) ]
  %r = add i32 %y, 100
  ret i32 %r
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"kcfi", i32 1}
!2 = !{i32 1}
!3 = !{i32 2147483647}
!4 = !{i32 -2147483648}
!5 = !{i32 -1}
!6 = !{i32 -98693133}
!7 = !{i32 98693133}
!8 = !{i32 -81915917}
!9 = !{i32 81915917}
