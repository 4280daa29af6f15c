# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# make-corpus-site.py DIR - makes the seeds of the site fuzzer:
#
#   python3 test/fuzz/make-corpus-site.py test/fuzz/corpus-site
#
# One seed for each length of the addl, form and scratch register, sites cut
# short, and tables.
import os
import struct
import sys

HEADER = struct.pack("<QB", 0xFFFFFFFF81000000, 1)
MOVL = {10: "41ba", 11: "41bb"}
TAIL = {"stock": "74020f0b", "not-taken": "7501a8d6"}
ADDL = {
    "rax": (10, "440350fc"),
    "r11-prefix16": (10, "450353ec"),
    "r10": (11, "45035afc"),
    "r12": (10, "45035424fc"),
    "rsi-prefix200": (10, "44039634ffffff"),
    "r10-prefix200": (11, "45039a34ffffff"),
    "r12-prefix200": (10, "4503942434ffffff"),
}


def main(directory):
    os.makedirs(directory, exist_ok=True)
    seeds = {}
    for add, (scratch, code) in ADDL.items():
        for form, tail in TAIL.items():
            text = MOVL[scratch] + "88a9cbed" + code + tail + "41ffd3"
            seeds["%s-%s" % (add, form)] = bytes.fromhex(text)
    for i, cut in enumerate(["01a8d6", "020f0b", "74020f", "0344fc7501a8d6"]):
        seeds["cut-%d" % i] = bytes.fromhex(cut)
    places = [0x40, 0x52, 0x52, 0x1000, 0x7FFFFFFF - 16]
    seeds["table"] = b"".join(
        struct.pack("<i", place - 4 * i) for i, place in enumerate(places)
    )
    seeds["table-behind"] = struct.pack("<4i", -4096, -4092, -17, -2147483648)
    for name, data in seeds.items():
        with open(os.path.join(directory, name), "wb") as file:
            file.write(HEADER + data)


main(sys.argv[1])
