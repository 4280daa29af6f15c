# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the parts of the benchmark, all or those named, and writes the report.

A part that breaks does not stop the others, but the run fails.
"""
import os
import subprocess
import sys
import time

import common
import report


def main():
    parser = common.arguments(__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(report.PARTS))
    options = parser.parse_args()
    unknown = set(options.parts) - set(report.PARTS)
    if unknown:
        parser.error("no such part: %s" % ", ".join(sorted(unknown)))
    out = os.path.abspath(options.out or os.path.join(options.build, "bench"))
    words = ["--build", options.build, "--clang", options.clang, "--out", out]
    words += ["--cpu", str(options.cpu)] + ["--quick"] * options.quick
    words += ["--kernel", options.kernel] if options.kernel else []
    words += ["--sites", ",".join(map(str, options.sites))] if options.sites else []
    begin, broken = time.monotonic(), []
    for part in options.parts or report.PARTS:
        script, start = os.path.join(common.HERE, part, "measure.py"), time.monotonic()
        if subprocess.run([sys.executable, script] + words, check=False).returncode:
            broken.append(part)
        print("bench %s: took %.1f minutes" % (part, (time.monotonic() - start) / 60))
    try:
        print("bench: report in %s" % report.write(out))
    except common.Broken as failure:
        print("bench: no report: %s" % failure, file=sys.stderr)
        broken.append("report")
    minutes = (time.monotonic() - begin) / 60
    print("bench: took %.1f minutes" % minutes)
    if broken:
        print("bench: broken: %s" % ", ".join(broken), file=sys.stderr)
    return bool(broken)


if __name__ == "__main__":
    sys.exit(main())
