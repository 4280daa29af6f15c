# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bytes and checks: what each variant adds to Lua's objects and to Lua."""
import glob
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import common


def section_sizes(file):
    """Bytes of code and of the trap table."""
    text = traps = 0
    for line in common.run(["size", "-A", file]).splitlines():
        words = line.split()
        if words and (words[0] in (".init", ".fini", ".plt") or ".text" in words[0]):
            text += int(words[1])
        elif words and words[0].startswith(".kcfi_traps"):
            traps += int(words[1])
    return text, traps


def sizes(bench, files):
    total = {"text_bytes": 0, "trap_bytes": 0, "file_bytes": 0, "checks": 0}
    for file in files:
        text, traps = section_sizes(file)
        total["text_bytes"] += text
        total["trap_bytes"] += traps
        total["file_bytes"] += os.path.getsize(file)
        total["checks"] += sum(common.sites(bench.audit, file))
    return total


def measure(bench):
    checks = {}
    for variant in common.VARIANTS:
        out = common.build_program(bench, "lua", variant)
        objects = sorted(glob.glob(os.path.join(out, "*.o")))
        for name, files in (
            ("%d objects" % len(objects), objects),
            ("program", [os.path.join(out, "lua")]),
        ):
            found = sizes(bench, files)
            bench.sample({"lua": name}, variant, 0, found)
            checks[name, variant] = found["checks"]
    for (name, variant), count in checks.items():
        stock = checks[name, "stock"] if variant in common.CHECKED else 0
        if count != stock or not checks[name, "stock"]:
            raise common.Broken("%s, %s: %d checks" % (name, variant, count))


if __name__ == "__main__":
    sys.exit(common.main("size", measure, __doc__))
