# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rewrites the sites of a stock object or linked file to the not-taken form.

usage: not-taken.py udb|insn|udb:N STOCK OPT

What the plugin makes, made without it and without the audit tool's code: for
each entry of the trap tables, the bytes 74 02 0f 0b become 75 01 a8 d6, and in
udb mode the entry, or the addend of its relocation, goes up by one. With a
number, only the first N entries.
"""
import struct
import sys

from elf import section_headers

REL, SHT_RELA, SHT_SYMTAB_SHNDX, XINDEX = 1, 4, 18, 0xFFFF
TABLES = (".kcfi_traps", "__kcfi_traps")


def symbol_place(image, sections, table, index):
    """The section and the value of symbol INDEX in section TABLE."""
    at = sections[table][1][4] + 24 * index
    _, _, _, section, value, _ = struct.unpack_from("<IBBHQQ", image, at)
    if section == XINDEX:
        where = [s for _, s in sections if s[1] == SHT_SYMTAB_SHNDX and s[6] == table]
        (section,) = struct.unpack_from("<I", image, where[0][4] + 4 * index)
    return section, value


def rewrite(image, mode, limit):
    """Changes IMAGE in place; returns how many sites it rewrote."""
    sections = list(section_headers(image))
    relocatable = struct.unpack_from("<H", image, 16)[0] == REL
    done = 0

    def patch(at):
        nonlocal done
        if done == limit or image[at - 2 : at + 2] != b"\x74\x02\x0f\x0b":
            return False
        image[at - 2 : at + 2] = b"\x75\x01\xa8\xd6"
        done += 1
        return mode == "udb"

    for index, (name, table) in enumerate(sections):
        if name not in TABLES:
            continue
        relas = [s for _, s in sections if s[1] == SHT_RELA and s[7] == index]
        if not relocatable:
            for entry in range(0, table[5], 4):
                at = table[4] + entry
                (value,) = struct.unpack_from("<i", image, at)
                place = table[3] + entry + value
                code = next(s for _, s in sections if s[2] & 2 and s[3] <= place < s[3] + s[5])
                if patch(code[4] + place - code[3]):
                    struct.pack_into("<i", image, at, value + 1)
                    relas_patch(image, relas, table[3] + entry)
            continue
        for rela in relas:
            for at in range(rela[4], rela[4] + rela[5], 24):
                _, info, addend = struct.unpack_from("<QQq", image, at)
                section, value = symbol_place(image, sections, rela[6], info >> 32)
                if patch(sections[section][1][4] + value + addend):
                    struct.pack_into("<q", image, at + 16, addend + 1)
    return done


def relas_patch(image, relas, address):
    """The relocation at ADDRESS, where the linker was told to leave them."""
    for rela in relas:
        for at in range(rela[4], rela[4] + rela[5], 24):
            offset, _, addend = struct.unpack_from("<QQq", image, at)
            if offset == address:
                struct.pack_into("<q", image, at + 16, addend + 1)


def main():
    mode, _, limit = sys.argv[1].partition(":")
    with open(sys.argv[2], "rb") as file:
        image = bytearray(file.read())
    if not rewrite(image, mode, int(limit) if limit else -1):
        sys.exit("not-taken.py: no stock site in " + sys.argv[2])
    with open(sys.argv[3], "wb") as file:
        file.write(image)


main()
