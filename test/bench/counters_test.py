# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Hardware counters: the right events are asked for, and what is read is right."""
import csv
import glob
import json
import os
import re
import unittest

import common
from machinery_test import CLANG, HERE, Case

LINUX = "/usr/src/linux-source-6.12.tar.xz"
EVENTS = "tools/perf/pmu-events/arch/x86"
WARNINGS = ["-std=gnu11", "-Wall", "-Wextra", "-Werror"]

# What counters.c calls what the vendors have names of their own for.
VENDOR_NAMES = {
    "GenuineIntel": {
        "indirect_branches": "BR_INST_RETIRED.INDIRECT",
        "indirect_branch_misses": "BR_MISP_RETIRED.INDIRECT",
    },
    "AuthenticAMD": {
        "indirect_branches": "ex_ret_ind_brch_instr",
        "indirect_branch_misses": "ex_ret_brn_ind_misp",
    },
}


class Counters(Case):
    def compile(self, source, *flags):
        output = os.path.join(self.out, os.path.splitext(source)[0])
        source = os.path.join(HERE, source)
        common.run([CLANG, "-O1"] + WARNINGS + [source, "-o", output] + list(flags))
        return output

    def events_of(self, directory):
        """Codes of the events of one of Linux's tables, by name in lower case."""
        events = {}
        for path in glob.glob(os.path.join(directory, "*.json")):
            with open(path) as file:
                for event in json.load(file):
                    if "EventCode" in event and event.get("Unit") in (None, "cpu_core"):
                        mask = int(event.get("UMask", "0"), 16)
                        code = int(event["EventCode"].split(",")[0], 16)
                        events[event.get("EventName", "").lower()] = code | mask << 8
        return events

    def tables(self):
        """Linux's tables, in order: pattern of the CPUs, and events."""
        self.assertTrue(os.path.exists(LINUX), "needs Debian's linux-source-6.12")
        common.run(
            ["tar", "-xJf", LINUX, "-C", self.out, "--strip-components=1"]
            + ["linux-source-6.12/" + EVENTS]
        )
        directory = os.path.join(self.out, EVENTS)
        with open(os.path.join(directory, "mapfile.csv")) as file:
            for row in csv.DictReader(file):
                pattern = row["Family-model"].replace("[:xdigit:]", "0-9A-F")
                yield pattern, self.events_of(os.path.join(directory, row["Filename"]))

    def test_the_codes_are_those_of_linux(self):
        program, tables, known = self.compile("counters.c"), list(self.tables()), 0
        cpus = [("GenuineIntel", 6, model) for model in range(256)]
        cpus += [("AuthenticAMD", 0x19, 1), ("AuthenticAMD", 0x19, 0x61)]
        cpus += [("AuthenticAMD", 0x1A, 0x44)]
        for cpu in cpus:
            lines = common.run([program] + [str(word) for word in cpu]).splitlines()
            if not lines:
                continue
            name = "%s-%d-%X" % cpu
            found = (e for pattern, e in tables if re.fullmatch(pattern, name))
            events = next(found, {"it is": "not in Linux's tables"})
            for event, code in (line.split() for line in lines):
                vendor = VENDOR_NAMES[cpu[0]].get(event, event).lower()
                self.assertEqual(events.get(vendor), int(code, 0), (name, event))
            known += 1
        self.assertGreater(known, 10)

    def test_what_is_not_known_is_not_counted(self):
        program = self.compile("counters.c")
        for cpu in (("GenuineIntel", "6", "0x3c"), ("AuthenticAMD", "0x17", "1")):
            self.assertEqual(common.run([program] + list(cpu)), "")

    def test_what_is_read_is_what_was_counted_while_it_ran(self):
        """Each count is made the time that passed, which the runner has too."""
        with open("/proc/sys/kernel/perf_event_paranoid") as file:
            if os.geteuid() and int(file.read()) > 2:
                self.skipTest("not allowed to count: kernel.perf_event_paranoid")
        preload = self.compile("task_clock.c", "-shared", "-fPIC", "-ldl")
        words = ["-r", "9", "-n", "8192", "-w", "8192", self.fake("a", "-DCOST=1")]
        done = self.runner(*words, env=dict(os.environ, LD_PRELOAD=preload))
        self.assertEqual(done.returncode, 0, done.stderr)
        samples = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(len(samples), 9)
        for name in ("instructions", "cycles", "branch_misses"):
            off = sorted(
                abs(s[name] / (s["calls"] * s["ns_per_call"]) - 1) for s in samples
            )
            self.assertLess(off[len(off) // 2], 0.05, (name, samples))


if __name__ == "__main__":
    unittest.main()
