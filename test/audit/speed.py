# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds kcfi-audit to its promises about time and memory.

usage: speed.py KCFI_AUDIT TOOLS DIRECTORY

A program of 16 MiB of code with 2,300 checks, like a kernel, is checked in half
a second on one core. Time and memory grow with the code: from 1 MiB by 4 to
16 MiB, 12 more cost about four times what 3 more do, and memory no more than
half over what the file takes. Times are processor time, the best of several
runs, as others use the machine too. TOOLS is LLVM's directory of programs.
"""
import os
import random
import subprocess
import sys

RUNS, FUNCTIONS, CHECKS, SECONDS = 7, 3400, 144, 0.5

# A mix as compilers make it: a function is some of these, in any order.
LINES = (
    ["movq 8(%rdi), %rax", "movl %esi, %ebx", "addq $16, %rsp", "leaq 4(%rax), %rcx"] * 4
    + ["cmpl $7, %eax", "testq %rdi, %rdi", "je 9f", "jne 9f", "xorl %eax, %eax"] * 4
    + ["movl $0, 64(%rbx)", "callq f{any}", "callq f{any}", "movslq %esi, %rdx"] * 3
    + ["movabsq $0x1122334455667788, %rax", "lock cmpxchgq %rcx, (%rdi)"]
    + ["movzbl 3(%rax,%rcx,4), %edx", "btsq $5, (%rdi)", "imulq $24, %rcx, %rdx"]
)


def source(out):
    """One MiB of code, of local functions, so that it can be linked repeatedly."""
    dice = random.Random(1)
    checked = set(dice.sample(range(FUNCTIONS), CHECKS))
    for i in range(FUNCTIONS):
        out.write(".p2align 4\n.type f%d,@function\nf%d:\npushq %%rbx\n" % (i, i))
        for line in dice.choices(LINES, k=75):
            out.write(line.format(any=dice.randrange(FUNCTIONS)) + "\n")
        if i in checked:
            out.write(
                "movl $-%d, %%r10d\naddl -4(%%r11), %%r10d\n8: jne 8b+3\n"
                "testb $-42, %%al\ncallq *%%r11\n"
                '.pushsection .kcfi_traps,"ao",@progbits,.text\n'
                ".long 8b+3-.\n.popsection\n" % dice.randrange(1 << 31)
            )
        out.write("9: popq %%rbx\nretq\n.size f%d,.-f%d\n" % (i, i))


def build(tools, directory, times):
    name = os.path.join(directory, "speed-%d" % times)
    with open(name + ".s", "w") as out:
        source(out)
    subprocess.check_call(
        [tools + "/clang", "--target=x86_64-linux-gnu", "-c", name + ".s", "-o", name + ".o"]
    )
    subprocess.check_call(
        [tools + "/ld.lld", "-e", "0", "-o", name] + [name + ".o"] * times
    )
    return name


def measure(command):
    """The least processor time, in seconds, and the most memory, in bytes."""
    best, memory = 1e9, 0
    for _ in range(RUNS):
        child = subprocess.Popen(command, stdout=subprocess.PIPE)
        output = child.stdout.read().decode()
        _, status, usage = os.wait4(child.pid, 0)
        assert status == 0, output
        best = min(best, usage.ru_utime + usage.ru_stime)
        memory = max(memory, usage.ru_maxrss * 1024)
    return best, memory, output


def main():
    audit, tools, directory = sys.argv[1:]
    times, memories, sizes = [], [], []
    for scale in 1, 4, 16:
        name = build(tools, directory, scale)
        seconds, memory, output = measure([audit, "check", name])
        assert ": %d sites: " % (scale * CHECKS) in output, output
        times.append(seconds)
        memories.append(memory)
        sizes.append(os.path.getsize(name))
        print("%2dx: %.3f s, %.1f MiB of memory, %.1f MiB of file: %s"
              % (scale, seconds, memory / 2**20, sizes[-1] / 2**20, output.strip()))
    growth = (times[2] - times[1]) / max(times[1] - times[0], 1e-3)
    print("12 MiB more cost %.1f times what 3 MiB more do" % growth)
    assert times[2] <= SECONDS, "16x takes more than %.1f s" % SECONDS
    assert growth <= 6, "time does not grow with the code"
    assert memories[2] - memories[0] <= 1.5 * (sizes[2] - sizes[0]), "memory grows faster"


main()
