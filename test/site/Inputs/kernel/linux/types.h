/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* linux/types.h - stands in for Linux's, whose names it has. */
#ifndef _LINUX_TYPES_H
#define _LINUX_TYPES_H

typedef _Bool bool;
enum { false = 0, true = 1 };
typedef __SIZE_TYPE__ size_t;
typedef signed char s8;
typedef unsigned char u8;
typedef int s32;
typedef unsigned int u32;
typedef long long s64;
typedef unsigned long long u64;
typedef s32 int32_t;
typedef u8 uint8_t;
typedef u32 uint32_t;
typedef s64 int64_t;
typedef u64 uint64_t;

#endif
