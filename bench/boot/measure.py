# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks of kernels, and bytes of them that were written at boot.

Counted, not timed: what the boots of kernel/build found in the running text.
"""
import glob
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import common

# The two builds of a kernel, as kernel/build names them.
BUILDS = {"stock": "stock", "opt": "plugin"}
# The name of each fact, and of what it is shown as.
FACTS = {
    "text-checks": "checks",
    "text-check-bytes": "check_bytes",
    "text-tail-bytes": "tail_bytes",
}


def facts(path):
    with open(path, errors="replace") as file:
        return dict(re.findall(r"^fact (\S+) (\d+)$", file.read(), re.M))


def measure(bench):
    found = 0
    pattern = os.path.join(bench.build, "kernel", "*", "*", "*.facts")
    for path in sorted(glob.glob(pattern)):
        version, config, file = path.split(os.sep)[-3:]
        build, boot, _ = file.split(".")
        known = facts(path)
        if build not in BUILDS or not set(FACTS) <= set(known):
            continue
        case = {"linux": version, "configuration": config, "boot": boot}
        metrics = {name: int(known[fact]) for fact, name in FACTS.items()}
        bench.sample(case, BUILDS[build], 0, metrics)
        found += 1
    if not found:
        bench.say("no kernel was booted: sh kernel/build VERSION does")


if __name__ == "__main__":
    sys.exit(common.main("boot", measure, __doc__))
