# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the parts of the benchmark share: variants, commands, samples.

A part is a script bench/PART/measure.py. It leaves build/bench/PART.jsonl: one
line that says what was run, where and when, then one line for each sample. A
part that breaks raises Broken and leaves no file: what is broken is no number.
"""
import argparse
import datetime
import hashlib
import json
import os
import platform
import shlex
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)

# In the order in which they are run and shown.
VARIANTS = ("none", "ibt", "stock", "plugin")


class Broken(Exception):
    """A build or a run that must not become a number."""


def arguments(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--clang", default="/usr/lib/llvm-22/bin/clang")
    parser.add_argument("--out", help="default: BUILD/bench")
    parser.add_argument("--cpu", type=int, default=max(os.sched_getaffinity(0)))
    parser.add_argument("--kernel", help="a kernel build, for files to compile")
    parser.add_argument(
        "--sites", type=numbers, help="callsites: packed ones alone, such as 64,12288"
    )
    parser.add_argument("--quick", action="store_true", help="a look, not a result")
    return parser


def numbers(text):
    values = [int(word) for word in text.split(",")]
    if min(values) < 1:
        raise ValueError("not a number of call sites")
    return values


class Bench:
    """One part's run: where things are, and how to do things there."""

    def __init__(self, part, options):
        self.part = part
        self.quick = options.quick
        self.cpu = options.cpu
        self.clang = options.clang
        self.linker = run([self.clang, "-print-prog-name=ld.lld"]).strip()
        self.sites = options.sites
        self.kernel = options.kernel and os.path.abspath(options.kernel)
        self.build = os.path.abspath(options.build)
        self.out = os.path.abspath(options.out or os.path.join(self.build, "bench"))
        self.plugin = os.path.join(self.build, "pass", "kcfi_opt.so")
        self.audit = os.path.join(self.build, "tools", "kcfi-audit")
        self.work = os.path.join(self.out, part)
        self.file = os.path.join(self.out, part + ".jsonl")
        os.makedirs(self.work, exist_ok=True)
        if os.path.exists(self.file):
            os.remove(self.file)
        self.lines = [json.dumps({"about": self.about()})]

    def about(self):
        return {
            "part": self.part,
            "date": datetime.datetime.now(datetime.timezone.utc).isoformat(
                timespec="seconds"
            ),
            "command": shlex.join(["python3"] + sys.argv).replace(ROOT + os.sep, ""),
            "quick": self.quick,
            "commit": first_line(["git", "-C", ROOT, "describe", "--always", "--dirty"]),
            "cpu": cpu_name(),
            "cpus": os.cpu_count(),
            "pinned_to": self.cpu,
            "kernel": platform.release(),
            "clang": first_line([self.clang, "--version"]),
            "load_before": os.getloadavg()[0],
        }

    def flags(self, variant):
        """What makes a build that variant."""
        return {
            "none": ["-fcf-protection=none"],
            "ibt": ["-fcf-protection=branch"],
            "stock": ["-fcf-protection=none", "-fsanitize=kcfi"],
            "plugin": [
                "-fcf-protection=none",
                "-fsanitize=kcfi",
                "-fplugin=" + self.plugin,
            ],
        }[variant]

    def say(self, text):
        print("bench %s: %s" % (self.part, text), flush=True)

    def sample(self, case, variant, round_, metrics):
        self.lines.append(
            json.dumps(
                {"case": case, "variant": variant, "round": round_, "metrics": metrics}
            )
        )

    def finish(self):
        """Only now is there a result."""
        with open(self.file, "w") as file:
            file.write("\n".join(self.lines) + "\n")
        self.say("%d samples in %s" % (len(self.lines) - 1, self.file))

    def expect_sites(self, file, not_taken, stock):
        """Breaks where a file does not have just those checks."""
        counts = sites(self.audit, file)
        if counts != (not_taken, stock):
            raise Broken(
                "%s: %d not-taken checks and %d stock ones, expected %d and %d"
                % ((file,) + counts + (not_taken, stock))
            )

    def make(self, output, command, inputs):
        """Runs a command that makes output, unless it did so with these inputs."""
        key = hashlib.sha256(shlex.join(command).encode())
        plugin = [self.plugin] if "-fplugin=" + self.plugin in command else []
        for name in [self.clang] + plugin + inputs:
            with open(name, "rb") as file:
                key.update(hashlib.sha256(file.read()).digest())
        stamp = output + ".made"
        if os.path.exists(output) and os.path.exists(stamp):
            with open(stamp) as file:
                if file.read() == key.hexdigest():
                    return
        run(command)
        with open(stamp, "w") as file:
            file.write(key.hexdigest())


def run(command, **options):
    """The output of a command that must succeed."""
    return complete(command, **options).stdout


def run_for_errors(command, **options):
    """What a command that must succeed writes on its error stream."""
    return complete(command, **options).stderr


def complete(command, **options):
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options
    )
    if done.returncode < 0:
        raise Broken("%s: stopped by signal %d" % (command[0], -done.returncode))
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["no message"]
        raise Broken(
            "%s: exit code %d: %s"
            % (shlex.join(command)[:200], done.returncode, lines[-1])
        )
    return done


def in_parallel(jobs):
    """What functions return, run on all processors; one that breaks breaks all."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return [done.result() for done in [pool.submit(job) for job in jobs]]


def need(program, package):
    path = shutil.which(program)
    if not path:
        raise Broken("needs %s: apt-get install %s" % (program, package))
    return path


def source(bench, package):
    """Debian's source of a package for this machine's suite, unpacked once."""
    suite = "bookworm"
    with open("/etc/os-release") as file:
        for line in file:
            if line.startswith("VERSION_CODENAME="):
                suite = line.partition("=")[2].strip()
    directory = os.path.join(bench.out, "src", package)
    unpack = os.path.join(ROOT, "cmake", "unpack-debs.sh")
    run(["sh", unpack, "--source", suite, directory, package])
    return directory


PACKAGES = {"lua": "lua5.4", "expat": "expat", "redis": "redis", "nginx": "nginx"}


def build_program(bench, program, variant):
    """The directory with a variant of a program and all of its objects."""
    directory = os.path.join(bench.out, "built", program + "-" + variant)
    script = os.path.join(HERE, "programs", "build.sh")
    command = ["sh", script, program, source(bench, PACKAGES[program]), directory]
    command += [bench.clang] + bench.flags(variant)
    inputs = ["build.sh", "parse.c", "nginx.ignorelist"]
    inputs = [os.path.join(HERE, "programs", name) for name in inputs]
    bench.make(os.path.join(directory, program), command, inputs)
    return directory


def build_programs(bench, programs):
    """The directory of each variant of each."""
    for program in programs:
        source(bench, PACKAGES[program])
    bench.say("building %s, %d times" % (", ".join(programs), len(VARIANTS)))
    keys = [(program, variant) for program in programs for variant in VARIANTS]
    built = in_parallel([lambda key=key: build_program(bench, *key) for key in keys])
    return dict(zip(keys, built))


def sites(audit, file):
    """How many checks in the not-taken and in the stock form a file has."""
    counts = {"not-taken": 0, "stock": 0}
    for line in run([audit, "sites", "--summary", file]).splitlines():
        words = line.split()
        if words[:1] == ["form"]:
            counts[words[2]] = int(words[1])
    return counts["not-taken"], counts["stock"]


def first_line(command):
    try:
        return run(command).splitlines()[0]
    except (OSError, IndexError, Broken):
        return "unknown"


def cpu_name():
    """The model name, and family, model and stepping, which guests keep."""
    known = {}
    with open("/proc/cpuinfo") as file:
        for line in file:
            key, _, value = line.partition(":")
            known.setdefault(key.strip(), value.strip())
    return "%s (family %s, model %s, stepping %s)%s" % (
        known.get("model name", "unknown"),
        known.get("cpu family", "?"),
        known.get("model", "?"),
        known.get("stepping", "?"),
        ", virtual machine" if "hypervisor" in known.get("flags", "").split() else "",
    )


def main(part, measure, description, words=None):
    """Runs a part: its only way out with a result is to its end."""
    bench = Bench(part, arguments(description).parse_args(words))
    try:
        measure(bench)
    except Broken as broken:
        print("bench %s: broken: %s" % (part, broken), file=sys.stderr)
        return 1
    bench.finish()
    return 0
