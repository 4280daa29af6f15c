# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies a file with some of its bytes changed.

usage: poke.py IN OUT [WHERE OFFSET BYTES]...

WHERE is a section's name, "header" and a section's name, or "file"; BYTES are
hexadecimal. A number after a plus sign, as in +1, is added to one byte. A name
after @ stands for the eight bytes of that section's offset in the file.
"""
import sys

from elf import section_headers


def base(image, where):
    if where == "file":
        return 0
    kind, _, name = where.rpartition(" ")
    for index, (section, header) in enumerate(section_headers(image)):
        if section == name:
            start = int.from_bytes(image[0x28:0x30], "little")
            return start + 64 * index if kind else header[4]
    sys.exit("poke.py: no section " + name)


def main():
    with open(sys.argv[1], "rb") as file:
        image = bytearray(file.read())
    arguments = iter(sys.argv[3:])
    for where, offset, change in zip(arguments, arguments, arguments):
        at = base(image, where) + int(offset, 0)
        if change[0] == "+":
            image[at] = (image[at] + int(change)) % 256
        else:
            if change[0] == "@":
                new = base(image, change[1:]).to_bytes(8, "little")
            else:
                new = bytes.fromhex(change)
            assert at + len(new) <= len(image)
            image[at : at + len(new)] = new
    with open(sys.argv[2], "wb") as file:
        file.write(image)


main()
