# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the plugin costs the compiler: instructions, wall time, peak memory.

Files of Lua, and of a kernel that was built with clang and kCFI, compiled as that
build did: the one in --kernel DIR, or else the last of kernel/build.
"""
import glob
import json
import os
import re
import shlex
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import common

LUA = ["lparser.c"]
QUICK_LUA = ["loadlib.c"]
LUA_FLAGS = ["-std=gnu99", "-O2", "-g", "-DLUA_COMPAT_5_3", "-DLUA_USE_LINUX"]
KERNEL = ["fs/namei.c"]
QUICK_KERNEL = ["lib/ctype.c"]
VARIANTS = ("stock", "plugin")
ROUNDS, QUICK_ROUNDS = 7, 2
PEAK_ROUNDS = 5


def lua_commands(bench):
    """Name, directory, and command without what makes the variant."""
    source = os.path.join(common.source(bench, "lua5.4"), "src")
    header = os.path.join(bench.work, "lua5.4-deb-multiarch.h")
    with open(header, "w") as file:
        file.write('#define DEB_HOST_MULTIARCH "x86_64-linux-gnu"\n')
    for name in QUICK_LUA if bench.quick else LUA:
        command = [bench.clang] + LUA_FLAGS + ["-I" + bench.work, "-c", name]
        yield "lua " + name, source, command


def kernel_build(bench):
    """Where a kernel was built, or nothing."""
    if bench.kernel:
        return bench.kernel
    built = os.path.join(bench.build, "kernel", "*", "*", "stock", "vmlinux")
    return max(map(os.path.dirname, glob.glob(built)), key=os.path.getmtime, default=None)


def kernel_commands(bench, kernel):
    """As the kernel's build wrote them down, less plugins and dependencies."""
    for name in QUICK_KERNEL if bench.quick else KERNEL:
        directory, file = os.path.split(name[:-2] + ".o")
        path = os.path.join(kernel, directory, ".%s.cmd" % file)
        if not os.path.exists(path):
            bench.say("%s: not built in %s" % (name, kernel))
            continue
        with open(path) as text:
            command = text.readline().partition(":= ")[2]
        # What comes after the compiler, such as objtool, is no compilation.
        words = shlex.split(re.split(r"\s;|&&", command)[0])
        # A compiler cache would be measured in the compiler's place.
        while os.path.basename(words[0]) in ("ccache", "sccache"):
            del words[0]
        drop = re.compile(r"-fplugin=|-fsanitize=kcfi$|-Wp,-MM?D")
        words = [word for word in words if not drop.match(word)]
        output = words.index("-o")
        del words[output : output + 2]
        yield "linux " + name, kernel, words


def with_variant(bench, command, variant, output):
    """What else protects the code, such as IBT, stays as the command has it."""
    flags = [f for f in bench.flags(variant) if not f.startswith("-fcf-protection")]
    return command + flags + ["-o", output]


def instructions(bench, directory, command):
    log = common.run_for_errors(
        [common.need("valgrind", "valgrind"), "--tool=callgrind"]
        + ["--callgrind-out-file=/dev/null"]
        + command,
        cwd=directory,
    )
    return int(re.search(r"Collected : (\d+)", log).group(1))


def peak_kib(bench, directory, command):
    log = common.run_for_errors(
        [common.need("time", "time"), "-f", "peak %M"] + command, cwd=directory
    )
    return int(re.search(r"^peak (\d+)$", log, re.M).group(1))


def wall_ms(bench, directory, command):
    """One run by hyperfine: rounds are ours, so that variants interleave."""
    output = os.path.join(bench.work, "hyperfine.json")
    common.run(
        [common.need("hyperfine", "hyperfine"), "-N", "--runs", "1", "--style", "none"]
        + ["--export-json", output, shlex.join(["taskset", "-c", str(bench.cpu)] + command)],
        cwd=directory,
    )
    with open(output) as file:
        return 1000 * json.load(file)["results"][0]["times"][0]


def count_instructions(bench, name, directory, command):
    checks = {}
    for variant in VARIANTS:
        output = os.path.join(bench.work, name.replace("/", "-") + "-" + variant + ".o")
        words = with_variant(bench, command, variant, output)
        found = instructions(bench, directory, words)
        bench.sample({"file": name}, variant, 0, {"instructions": found})
        checks[variant] = common.sites(bench.audit, output)
    if checks["plugin"] != checks["stock"][::-1] or checks["stock"][0]:
        raise common.Broken("%s: not the same checks: %s" % (name, checks))
    bench.say("%s: instructions counted" % name)


def time_rounds(bench, name, directory, command):
    output = os.path.join(bench.work, "timed.o")
    rounds = QUICK_ROUNDS if bench.quick else ROUNDS
    for round_ in range(rounds):
        for variant in VARIANTS:
            words = with_variant(bench, command, variant, output)
            metrics = {"wall_ms": wall_ms(bench, directory, words)}
            if round_ < PEAK_ROUNDS:
                metrics["peak_kib"] = peak_kib(bench, directory, words)
            bench.sample({"file": name}, variant, round_, metrics)
    bench.say("%s: %d rounds timed" % (name, rounds))


def measure(bench):
    files, kernel = list(lua_commands(bench)), kernel_build(bench)
    if kernel:
        files += kernel_commands(bench, kernel)
    else:
        bench.say("no kernel was built (sh kernel/build VERSION does): Lua only")
    # Counts have no noise, so that all processors may count at a time.
    common.in_parallel(
        [lambda file=file: count_instructions(bench, *file) for file in files]
    )
    for file in files:
        time_rounds(bench, *file)


if __name__ == "__main__":
    sys.exit(common.main("compile", measure, __doc__))
