# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes OUT/report.md and its plots from the samples in OUT/*.jsonl.

  usage: report.py OUT

Every number comes from a sample in those files; a part without a file was not
measured, and the report says so.
"""
import json
import math
import os
import subprocess
import sys
from typing import NamedTuple

import common
import stats

# In the order in which they are shown; the control is in call sites alone.
NAMES = {
    "none": "no CFI",
    "ibt": "IBT",
    "stock": "stock kCFI",
    "plugin": "kcfi-opt",
    "control": "check without branch",
}
PAIRS = [
    ("stock", "none"),
    ("plugin", "none"),
    ("plugin", "stock"),
    ("plugin", "control"),
]


class Metric(NamedTuple):
    """How a metric is shown. Less is better in all of them."""

    key: str
    title: str
    form: str


class Part(NamedTuple):
    """How a part is shown: a table for each of its metrics and each value of
    the split keys of its cases, with a row for each of the other keys."""

    title: str
    text: str
    metrics: list
    split: tuple


PARTS = {
    "callsites": Part(
        "Call sites",
        "CPU time of an indirect call, with a load of the target before it, in code "
        "with that many distinct call sites, which are run through in turn. A check "
        "without branch is a control and protects nothing: the plugin's code, with a NOP "
        "in the place of each branch and trap. What a variant costs more than the control "
        "is its branch's doing; what the control costs more than no CFI, that of the "
        "rest of the check. Intervals are for one run: another may differ by more.",
        [Metric("ns_per_call", "ns per call", "%.2f")],
        ("calls", "footprint", "targets"),
    ),
    "programs": Part(
        "Programs",
        "CPU time of real programs from Debian sources, built with each variant "
        "throughout but for libc: of a fixed piece of work of Lua and of expat, and of "
        "redis-server and nginx for a request of redis-benchmark and wrk.",
        [
            Metric("cpu_ms", "ms", "%.1f"),
            Metric("cpu_us_per_request", "us per request", "%.2f"),
        ],
        (),
    ),
    "compile": Part(
        "Compiling",
        "clang on one file: instructions that it executes (callgrind), wall time "
        "(hyperfine) and peak memory.",
        [
            Metric("instructions", "instructions", "%d"),
            Metric("wall_ms", "wall ms", "%.1f"),
            Metric("peak_kib", "peak KiB", "%d"),
        ],
        (),
    ),
    "size": Part(
        "Size",
        "Bytes and kCFI checks of the programs above, and of all of their objects.",
        [
            Metric("files", "files", "%d"),
            Metric("text_bytes", "bytes of code", "%d"),
            Metric("trap_bytes", "bytes of trap table", "%d"),
            Metric("file_bytes", "bytes of file", "%d"),
            Metric("checks", "checks", "%d"),
        ],
        (),
    ),
    "boot": Part(
        "Boot",
        "Checks in kernels, and their bytes that differ in the running kernel from "
        "the built one: patched at boot. Those of the tail are the branch and the trap; "
        "the others are hashes that are made random. Counted under emulation, not timed.",
        [
            Metric("checks", "checks", "%d"),
            Metric("tail_bytes", "bytes of tails written", "%d"),
            Metric("check_bytes", "bytes of checks written", "%d"),
        ],
        (),
    ),
}


class Bound(NamedTuple):
    """What must hold: a ratio at most so much, in call sites from there on."""

    part: str
    metric: str
    pair: tuple
    least_sites: int
    most: float


BOUNDS = [
    Bound("callsites", "ns_per_call", ("plugin", "stock"), 8192, 0.60),
    Bound("callsites", "ns_per_call", ("plugin", "stock"), 1, 1.03),
    Bound("callsites", "ns_per_call", ("plugin", "none"), 1024, 1.05),
    Bound("compile", "instructions", ("plugin", "stock"), 0, 1.005),
]


class Table:
    """The samples of one file, by case: variant, then metric, then round."""

    def __init__(self, path):
        with open(path) as file:
            lines = [json.loads(line) for line in file]
        self.about = lines[0]["about"]
        self.cases = {}
        for line in lines[1:]:
            variants = self.cases.setdefault(tuple(line["case"].items()), {})
            metrics = variants.setdefault(line["variant"], {})
            for key, value in line["metrics"].items():
                metrics.setdefault(key, []).append(value)

    def groups(self, split):
        """The cases by the values of the split keys, in the file's order."""
        groups = {}
        for case, variants in self.cases.items():
            key = tuple(item for item in case if item[0] in split)
            row = tuple(item for item in case if item[0] not in split)
            groups.setdefault(key, {})[row] = variants
        return groups


def median_cell(values, form):
    cell = form % stats.median(values)
    if min(values) == max(values):
        return cell
    quartiles = (form % stats.quantile(values, q) for q in (0.25, 0.75))
    return "%s (%s to %s)" % ((cell,) + tuple(quartiles))


def ratio_cell(ratio):
    if ratio.low == ratio.high:
        return "%.4f" % ratio.value
    if ratio.high == math.inf:
        return "%.3f, too few rounds" % ratio.value
    return "%.3f [%.3f, %.3f]%s" % (tuple(ratio) + (" ~" * ratio.within_noise(),))


def ratio_of(variants, pair, key):
    return stats.ratio(variants[pair[0]][key], variants[pair[1]][key])


def row_cells(variants, shown, pairs, metric):
    samples = [variants.get(name, {}).get(metric.key) for name in shown]
    cells = [median_cell(s, metric.form) if s else "" for s in samples]
    for pair in pairs:
        none = any(max(variants[name][metric.key]) == 0 for name in pair)
        cells.append("" if none else ratio_cell(ratio_of(variants, pair, metric.key)))
    return cells


def metric_table(rows, metric):
    """Markdown of one metric; nothing where no case has it."""
    rows = {
        label: variants
        for label, variants in rows.items()
        if any(metric.key in metrics for metrics in variants.values())
    }
    if not rows:
        return []
    present = set.intersection(*(set(variants) for variants in rows.values()))
    shown = [name for name in NAMES if name in present]
    pairs = [pair for pair in PAIRS if set(pair) <= present]
    keys = [key for key, _ in next(iter(rows))]
    head = keys + ["%s, %s" % (NAMES[name], metric.title) for name in shown]
    head += ["%s / %s" % (NAMES[a], NAMES[b]) for a, b in pairs]
    lines = ["| %s |" % " | ".join(head), "|" + " --- |" * len(head)]
    for label, variants in rows.items():
        cells = [str(value) for _, value in label]
        cells += row_cells(variants, shown, pairs, metric)
        lines.append("| %s |" % " | ".join(cells))
    return lines + [""]


def counter_table(rows):
    """What the processor counted: rates for each call, or for each branch."""
    first = next(iter(next(iter(rows.values())).values()))
    known = {"calls", "ns_per_call", "wall_ns_per_call"}
    counters = [key for key in first if key not in known]
    if not counters:
        return []
    lines = ["Counted by the processor, medians:", ""]
    head = ["sites", "variant", "indirect branch misses per indirect branch"]
    head += [name + " per call" for name in counters]
    lines += ["| %s |" % " | ".join(head), "|" + " --- |" * len(head)]
    for label, variants in rows.items():
        for name, metrics in variants.items():
            cells = [str(label[0][1]), NAMES[name], miss_rate(metrics)]
            for key in counters:
                rates = zip(metrics.get(key, []), metrics["calls"])
                rates = [count / calls for count, calls in rates]
                cells.append("%.4f" % stats.median(rates) if rates else "")
            lines.append("| %s |" % " | ".join(cells))
    return lines + [""]


def miss_rate(metrics):
    pairs = zip(
        metrics.get("indirect_branch_misses", []), metrics.get("indirect_branches", [])
    )
    rates = [misses / branches for misses, branches in pairs if branches]
    return "%.6f" % stats.median(rates) if rates else ""


def case_name(group):
    """The split values of call sites in words: direct, packed, one target."""
    values = dict(group)
    values["targets"] += " target" if values["targets"] == "one" else " targets"
    return ", ".join(values.values())


def verdict(ratio, most):
    noise = ", within noise" * (ratio.low <= most < ratio.high)
    return ("holds" if ratio.value <= most else "missed") + noise


def bound_cells(rows, bound):
    """The worst place of those that the bound is about."""
    found = [
        (ratio_of(variants, bound.pair, bound.metric), str(label[0][1]))
        for label, variants in rows.items()
        if not bound.least_sites or label[0][1] >= bound.least_sites
    ]
    if not found:
        return ["", "", "not measured"]
    ratio, place = max(found)
    return [ratio_cell(ratio), place, verdict(ratio, bound.most)]


def bounds_table(name, table, split):
    """What is to be reached, and whether it was."""
    head = ["what", "ratio", "from sites", "at most", "worst", "at", ""]
    lines = ["| %s |" % " | ".join(head), "|" + " --- |" * len(head)]
    bounds = [bound for bound in BOUNDS if bound.part == name]
    for bound in bounds:
        for group, rows in table.groups(split).items():
            cells = [
                heading(name, group) or bound.metric,
                "%s / %s" % (NAMES[bound.pair[0]], NAMES[bound.pair[1]]),
                str(bound.least_sites or ""),
                "%.3f" % bound.most,
            ] + bound_cells(rows, bound)
            lines.append("| %s |" % " | ".join(cells))
    return lines + [""] if bounds else []


def plot(out, group, rows):
    """An SVG of one group; its name, or nothing without gnuplot."""
    name = "callsites-" + "-".join(v.replace(" ", "-") for _, v in group)
    data = os.path.join(out, name + ".dat")
    with open(data, "w") as file:
        for label, variants in rows.items():
            if set(variants) != set(NAMES):
                raise common.Broken("callsites.jsonl: not of this version, measure again")
            cells = [label[0][1]]
            for variant in NAMES:
                values = variants[variant]["ns_per_call"]
                cells += [stats.quantile(values, q) for q in (0.5, 0.25, 0.75)]
            file.write(" ".join(str(cell) for cell in cells) + "\n")
    settings = {
        "data": data,
        "output": os.path.join(out, name + ".svg"),
        "heading": heading("callsites", group),
    }
    common.run(
        [common.need("gnuplot", "gnuplot-nox")]
        + ["-e", "; ".join("%s='%s'" % item for item in settings.items())]
        + [os.path.join(common.HERE, "plot.gp")]
    )
    return ["![%s](%s.svg)" % (settings["heading"], name), ""]


def about_lines(about, table):
    lines = ["* %s: %s" % (key, about[key]) for key in about if key != "part"]
    lost = [
        wall / cpu - 1
        for variants in table.cases.values()
        for metrics in variants.values()
        for wall, cpu in zip(
            metrics.get("wall_ns_per_call", []), metrics.get("ns_per_call", [])
        )
    ]
    if lost:
        busy = 100 * sum(share > 0.01 for share in lost) / len(lost)
        lines.append(
            "* other processes took over 1 % of the time in {:.0f} % of the samples{}".format(
                busy, ": this machine was not quiet" * (busy > 5)
            )
        )
    return lines + [""]


def heading(name, group):
    if name == "callsites":
        return case_name(group) + " a site"
    return ", ".join(str(value) for _, value in group)


def part_lines(out, name, part):
    lines = ["## " + part.title, ""]
    path = os.path.join(out, name + ".jsonl")
    table = Table(path) if os.path.exists(path) else None
    if not table or not table.cases:
        return lines + ["Not measured.", ""]
    if table.about["quick"]:
        lines += ["**Quick mode: shows that it works, not what it costs.**", ""]
    lines += [part.text, ""] + about_lines(table.about, table)
    lines += bounds_table(name, table, part.split)
    for group, rows in table.groups(part.split).items():
        if group:
            lines += ["### " + heading(name, group), ""]
        if name == "callsites":
            lines += plot(out, group, rows)
        for metric in part.metrics:
            lines += metric_table(rows, metric)
        if name == "callsites":
            lines += counter_table(rows)
    return lines


def write(out):
    lines = [
        "# What kCFI checks cost, and what is left of it",
        "",
        "Medians of interleaved rounds, quartiles in parentheses. Ratios are of",
        "medians, with their %d %% interval in brackets (bootstrap over rounds);"
        % round(100 * stats.CONFIDENCE),
        "`~` marks those in which the run cannot tell the two apart. All samples",
        "are in the `.jsonl` files beside this one.",
        "",
    ]
    for name, part in PARTS.items():
        lines += part_lines(out, name, part)
    path = os.path.join(out, "report.md")
    with open(path, "w") as file:
        file.write("\n".join(lines))
    return path


if __name__ == "__main__":
    try:
        print(write(sys.argv[1]))
    except (common.Broken, subprocess.SubprocessError, ValueError) as broken:
        sys.exit("report: broken: %s" % broken)
