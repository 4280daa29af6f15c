# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""N distinct indirect call sites: nanoseconds for each call, by variant."""
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import common

HERE = os.path.dirname(os.path.abspath(__file__))
PAD = os.path.join(HERE, "pad.S")
THUNK = os.path.join(HERE, "thunk.S")
# -O1 makes the same objects as -O2, and takes three quarters of the time.
COMPILE = ["-std=gnu11", "-O1", "-fPIC", "-Wall", "-Wextra", "-Werror", "-I" + HERE]
VIA_THUNK = ["-mretpoline-external-thunk", "-mindirect-branch-cs-prefix"]

# Name of a way to call: compiler flags, and how thunk.S is assembled.
CALLS = {
    "direct": ([], None),
    "thunk with jump": (VIA_THUNK, []),
    "thunk with retpoline": (VIA_THUNK, ["-DRETPOLINE"]),
}
SITES = [1, 4, 16, 64, 256, 1024, 4096, 8192, 16384, 65536]
QUICK_SITES = {"packed": [1, 64, 1024, 16384], "spread": [1, 64, 1024]}
RUN = ["-r", "16", "-n", str(1 << 20), "-w", str(1 << 17)]
QUICK_RUN = ["-r", "5", "-n", str(1 << 16), "-w", str(1 << 14)]

# The last four bytes of a check with the plugin, and the NOP that the control has
# in their place: the same code at the same addresses, without a branch.
TAIL, NOP = bytes.fromhex("7501a8d6"), bytes.fromhex("0f1f4000")


def places(count):
    """How far a module's code is moved, in bytes: small code can have luck with
    its place, large code has sites at all of them. RUN's rounds are a multiple."""
    return [528 * i for i in range(8)] if count <= 1024 else [0]


def module_path(bench, case, variant, place):
    words = [case["footprint"], case["sites"], case["calls"], variant, place]
    name = "-".join(str(word).replace(" ", "-") for word in words)
    return os.path.join(bench.work, name + ".so")


def build_object(bench, source, calls, variant, count):
    """An object for each variant, which must have just the checks it should."""
    kind = "thunk" if CALLS[calls][0] else "direct"
    output = "%s-%s-%s.o" % (os.path.splitext(source)[0], kind, variant)
    command = [bench.clang] + COMPILE + bench.flags(variant) + CALLS[calls][0]
    bench.make(
        output,
        command + ["-c", source, "-o", output],
        [source] + [os.path.join(HERE, name) for name in ("module.h", "sites.h")],
    )
    bench.expect_sites(
        output,
        count if variant == "plugin" else 0,
        count if variant == "stock" else 0,
    )
    return output


def without_branch(made, count):
    """The control: the plugin's object, with all of its tails made NOPs."""
    with open(made, "rb") as file:
        data = file.read()
    if data.count(TAIL) != count:
        raise common.Broken(
            "%s: %d places look like tails, expected %d" % (made, data.count(TAIL), count)
        )
    output = made[: made.rindex("-plugin.o")] + "-control.o"
    with open(output, "wb") as file:
        file.write(data.replace(TAIL, NOP))
    return output


def assemble(bench):
    """What modules are linked with: pads by place, thunks by way to call."""
    pads, thunks = {}, {}
    for place in places(1):
        pads[place] = assembled(bench, PAD, "pad-%d" % place, ["-DPAD=%d" % place])
    for calls, (_, flags) in CALLS.items():
        if flags is None:
            thunks[calls] = []
        else:
            name = calls.replace(" ", "-")
            thunks[calls] = [assembled(bench, THUNK, name, flags)]
    return pads, thunks


def assembled(bench, source, name, flags):
    output = os.path.join(bench.work, name + ".o")
    common.run([bench.clang] + flags + ["-c", source, "-o", output])
    return output


def link(bench, parts, made, case, variant):
    pads, thunks = parts
    for place in places(case["sites"]):
        common.run(
            [bench.linker, "-shared", "-s", pads[place], made]
            + thunks[case["calls"]]
            + ["-o", module_path(bench, case, variant, place)]
        )


def build_modules(bench, parts, footprint, count, variant):
    """All modules of a variant: one for each way to call, at each place."""
    source = os.path.join(bench.work, "%s-%d.c" % (footprint, count))
    for calls in CALLS:
        case = {"footprint": footprint, "sites": count, "calls": calls}
        made = build_object(bench, source, calls, variant, count)
        link(bench, parts, made, case, variant)
        if variant == "plugin":
            link(bench, parts, without_branch(made, count), case, "control")


def build(bench, counts):
    jobs, parts = [], assemble(bench)
    # The largest first, so that all processors are busy to the end.
    for count, footprint in sorted(
        ((n, name) for name in counts for n in counts[name]), reverse=True
    ):
        source = os.path.join(bench.work, "%s-%d.c" % (footprint, count))
        with open(source, "w") as file:
            file.write(
                common.run(
                    ["sh", os.path.join(HERE, "generate.sh"), str(count), footprint]
                )
            )
        for variant in common.VARIANTS:
            jobs.append(
                lambda f=footprint, c=count, v=variant: build_modules(
                    bench, parts, f, c, v
                )
            )
    bench.say("compiling %d files for each way to call" % len(jobs))
    common.in_parallel(jobs)


def run_point(bench, case, runner_options):
    """All samples of one case; returns whether there were counters."""
    command = [os.path.join(bench.build, "bench", "callsites-runner")]
    command += ["-c", str(bench.cpu)] + runner_options
    if case["targets"] == "many":
        command.append("-m")
    for variant in common.VARIANTS + ("control",):
        paths = [
            module_path(bench, case, variant, place) for place in places(case["sites"])
        ]
        command.append("%s=%s" % (variant, ",".join(paths)))
    counted = False
    for line in common.run(command).splitlines():
        metrics = json.loads(line)
        variant, round_ = metrics.pop("variant"), metrics.pop("round")
        counted = counted or "cycles" in metrics
        bench.sample(case, variant, round_, metrics)
    return counted


def measure(bench):
    counts = QUICK_SITES if bench.quick else {"packed": SITES, "spread": SITES}
    if bench.sites:
        counts = {"packed": bench.sites}
    build(bench, counts)
    cases = [
        {"calls": calls, "footprint": footprint, "targets": targets, "sites": count}
        for calls in CALLS
        for footprint in counts
        for targets in ("one", "many")
        for count in counts[footprint]
    ]
    for i, case in enumerate(cases):
        counted = run_point(bench, case, QUICK_RUN if bench.quick else RUN)
        if i == 0 and not counted:
            bench.say("no hardware counters here: times only")
        bench.say(
            "%d of %d: %s"
            % (i + 1, len(cases), ", ".join("%s %s" % item for item in case.items()))
        )


if __name__ == "__main__":
    sys.exit(common.main("callsites", measure, __doc__))
