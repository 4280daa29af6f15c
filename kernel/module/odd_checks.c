/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * odd_checks.c - failing checks of the shapes that compilers seldom emit.
 *
 * Writing a name to debugfs' kcfi_odd_checks makes that check fail:
 *
 *   odd_r12   an addl of five bytes, with a SIB byte
 *   odd_far   an addl of seven bytes, with a long displacement: a large prefix
 *   odd_r10   the target in %r10, which moves the hash to %r11d
 *
 * in the not-taken form, with the trap entry at the byte that traps, or with
 * _stock behind the name in the stock form. All have the type hash 0x01234567
 * and the target schedule, which is of another type.
 */
#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#define NOT_TAKEN "jne 3f - 1\n testb $0xd6, %%al\n 3:\n" ENTRY("3b - 1")
#define STOCK "je 3f\n 2: ud2\n 3:\n" ENTRY("2b")
#define ENTRY(trap)                                                            \
  ".pushsection .kcfi_traps, \"ao\", @progbits, .text\n"                       \
  "4: .long " trap " - 4b\n"                                                   \
  ".popsection"

/* DO(name, target, hash, displacement, tail) for each check. */
#define EACH_CHECK(DO)                                                         \
  DO(odd_r12, "r12", "r10d", "-4", NOT_TAKEN)                                  \
  DO(odd_r12_stock, "r12", "r10d", "-4", STOCK)                                \
  DO(odd_far, "r11", "r10d", "-260", NOT_TAKEN)                                \
  DO(odd_far_stock, "r11", "r10d", "-260", STOCK)                              \
  DO(odd_r10, "r10", "r11d", "-4", NOT_TAKEN)                                  \
  DO(odd_r10_stock, "r10", "r11d", "-4", STOCK)

#define DEFINE(name, target, hash, displacement, tail)                         \
  static noinline void name(void) {                                            \
    asm volatile("movq %0, %%" target "\n"                                     \
                 "movl $-0x01234567, %%" hash "\n"                             \
                 "addl " displacement "(%%" target "), %%" hash "\n" tail      \
                 :                                                             \
                 : "r"(schedule)                                               \
                 : "r10", "r11", "r12", "cc", "memory");                       \
  }
EACH_CHECK(DEFINE)

#define FAIL_IF_WANTED(name, ...)                                              \
  if (!strcmp(wanted, #name))                                                  \
    name();

static void fail(const char *wanted) { EACH_CHECK(FAIL_IF_WANTED) }

static ssize_t write_name(struct file *file, const char __user *from,
                          size_t size, loff_t *position) {
  char name[32] = "";

  if (size >= sizeof(name) || copy_from_user(name, from, size))
    return -EINVAL;
  fail(strim(name));
  return size;
}

static const struct file_operations operations = {
    .owner = THIS_MODULE,
    .write = write_name,
};

static int __init odd_checks_init(void) {
  debugfs_create_file("kcfi_odd_checks", 0200, NULL, NULL, &operations);
  return 0;
}

module_init(odd_checks_init);
MODULE_DESCRIPTION("Failing kCFI checks of seldom shapes");
MODULE_LICENSE("GPL");
