# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""poke.py FILE BYTES NEW: writes NEW over the start of BYTES, where they first
are in FILE; both in hex."""
import sys

path, old, new = sys.argv[1], bytes.fromhex(sys.argv[2]), bytes.fromhex(sys.argv[3])
with open(path, "r+b") as file:
    at = file.read().index(old)
    file.seek(at)
    file.write(new)
