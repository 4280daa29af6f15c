# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command, and fails unless it exits with the code given first."""
import subprocess
import sys

code = subprocess.call(sys.argv[2:])
if code != int(sys.argv[1]):
    sys.exit("exit code %d, expected %s: %s" % (code, sys.argv[1], sys.argv[2:]))
