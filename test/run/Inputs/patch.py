# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# patch.py OLD NEW IN OUT - copies a program with each run of the bytes OLD, in
# hexadecimal, made NEW. There must be some.
import os
import sys

old, new = bytes.fromhex(sys.argv[1]), bytes.fromhex(sys.argv[2])
with open(sys.argv[3], "rb") as file:
    data = file.read()
if len(old) != len(new) or old not in data:
    sys.exit("patch.py: no %s in %s" % (sys.argv[1], sys.argv[3]))
with open(sys.argv[4], "wb") as file:
    file.write(data.replace(old, new))
os.chmod(sys.argv[4], 0o755)
