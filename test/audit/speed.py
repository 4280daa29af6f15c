# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds kcfi-audit to its promises about time and memory.

usage: speed.py KCFI_AUDIT TOOLS DIRECTORY

A program of 16 MiB of code with 2,300 checks, like a kernel, is checked in half
a second on one core, linked or not. Time grows with the code: 12 MiB more cost
about four times what 3 MiB more do; were it with the square, it would be 16
times. Memory grows no more than half over the file. Times are processor time,
the best of several runs, as others use the machine too. TOOLS is the directory
of LLVM's programs.
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
    + ["movl $0, 64(%rbx)", "callq {call}", "callq {call}", "movslq %esi, %rdx"] * 3
    + ["movabsq $0x1122334455667788, %rax", "lock cmpxchgq %rcx, (%rdi)"]
    + ["movzbl 3(%rax,%rcx,4), %edx", "btsq $5, (%rdi)", "imulq $24, %rcx, %rdx"]
)


def source(out, call, target):
    """One MiB of local functions, so that it can be linked with itself."""
    dice = random.Random(1)
    checked = set(dice.sample(range(FUNCTIONS), CHECKS))
    for i in range(FUNCTIONS):
        out.write(".p2align 4\n.type f%d,@function\nf%d:\npushq %%rbx\n" % (i, i))
        for line in dice.choices(LINES, k=75):
            out.write(line.format(call=call % dice.randrange(FUNCTIONS)) + "\n")
        if i in checked:
            out.write(
                "movl $-%d, %%r10d\naddl -4(%%r11), %%r10d\n8: jne 8b+3\n"
                "testb $-42, %%al\ncallq %s\n"
                '.pushsection .kcfi_traps,"ao",@progbits,.text\n'
                ".long 8b+3-.\n.popsection\n" % (dice.randrange(1 << 31), target)
            )
        out.write("9: popq %%rbx\nretq\n.size f%d,.-f%d\n" % (i, i))


def assemble(tools, name, call, target):
    with open(name + ".s", "w") as out:
        source(out, call, target)
    command = [tools + "/clang", "--target=x86_64-linux-gnu", "-c", name + ".s"]
    subprocess.check_call(command + ["-o", name + ".o"])
    return name + ".o"


def link(tools, flags, name, piece, times):
    subprocess.check_call([tools + "/ld.lld", "-o", name] + flags + [piece] * times)
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


def check(audit, name, scale):
    """Checks file NAME, which is SCALE MiB; returns time, memory and size."""
    seconds, memory, output = measure([audit, "check", name])
    assert ": %d sites: " % (scale * CHECKS) in output, output
    assert "unchecked: 0 calls, 0 jumps" in output, output
    size = os.path.getsize(name)
    print("%s: %.3f s, %.1f MiB of memory, %.1f MiB of file"
          % (os.path.basename(name), seconds, memory / 2**20, size / 2**20))
    return seconds, memory, size


def main():
    audit, tools, directory = sys.argv[1:]
    name = os.path.join(directory, "speed-")
    piece = assemble(tools, name + "piece", "f%d", "*%r11")
    (t1, m1, s1), (t4, _, _), (t16, m16, s16) = (
        check(audit, link(tools, ["-e", "0"], name + str(scale), piece, scale), scale)
        for scale in (1, 4, 16)
    )
    growth = (t16 - t4) / max(t4 - t1, 1e-3)
    print("12 MiB more cost %.1f times what 3 MiB more do" % growth)
    assert t16 <= SECONDS, "takes more than %.1f s" % SECONDS
    assert growth <= 8, "time does not grow with the code"
    assert m16 - m1 <= 1.5 * (s16 - s1), "memory grows faster than the file"

    # The same before linking, where each call is a relocation.
    piece = assemble(tools, name + "object-piece", "e%d", "__x86_indirect_thunk_r11")
    t16, _, _ = check(audit, link(tools, ["-r"], name + "object-16", piece, 16), 16)
    assert t16 <= SECONDS, "takes more than %.1f s" % SECONDS


main()
