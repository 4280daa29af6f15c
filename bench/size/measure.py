# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bytes and checks: what each variant adds to programs and to their objects."""
import glob
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import common


def section_sizes(files):
    """Bytes of code and of the trap tables."""
    text = traps = 0
    for line in common.run(["size", "-A"] + files).splitlines():
        words = line.split()
        if words and (words[0] in (".init", ".fini", ".plt") or ".text" in words[0]):
            text += int(words[1])
        elif words and words[0].startswith(".kcfi_traps"):
            traps += int(words[1])
    return text, traps


def sizes(bench, files):
    text, traps = section_sizes(files)
    counts = common.in_parallel([lambda f=f: common.sites(bench.audit, f) for f in files])
    return {
        "files": len(files),
        "text_bytes": text,
        "trap_bytes": traps,
        "file_bytes": sum(os.path.getsize(file) for file in files),
        "checks": sum(map(sum, counts)),
    }


def judge(name, found):
    """The plugin may change no size, and only kCFI has checks."""
    if found["plugin"] != found["stock"]:
        raise common.Broken(
            "%s: stock is %s, with the plugin %s" % (name, found["stock"], found["plugin"])
        )
    if not found["stock"]["checks"] or found["none"]["checks"] + found["ibt"]["checks"]:
        raise common.Broken("%s: checks where none belong, or none: %s" % (name, found))


def measure(bench):
    built = common.build_programs(bench, common.PACKAGES)
    for program in common.PACKAGES:
        found = {}
        for variant in common.VARIANTS:
            out = built[program, variant]
            objects = glob.glob(os.path.join(out, "**", "*.o"), recursive=True)
            for name, files in (
                ("objects", objects),
                ("linked", [os.path.join(out, program)]),
            ):
                measured = sizes(bench, files)
                found.setdefault(name, {})[variant] = measured
                bench.sample({"program": program, "of": name}, variant, 0, measured)
        for name, variants in found.items():
            judge("%s, %s" % (program, name), variants)
        bench.say("%s: %d checks" % (program, found["linked"]["stock"]["checks"]))


if __name__ == "__main__":
    sys.exit(common.main("size", measure, __doc__))
