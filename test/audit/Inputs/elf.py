# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The section headers of an x86-64 ELF file."""
import struct


def section_headers(image):
    """Yields, in order, the name and the ten fields of each section's header."""
    (offset,) = struct.unpack_from("<Q", image, 0x28)
    count, names = struct.unpack_from("<HH", image, 0x3C)
    first = struct.unpack_from("<IIQQQQIIQQ", image, offset)
    count, names = count or first[5], names if names != 0xFFFF else first[6]
    headers = [
        struct.unpack_from("<IIQQQQIIQQ", image, offset + 64 * i) for i in range(count)
    ]
    strings = headers[names][4]
    for header in headers:
        start = strings + header[0]
        yield image[start : image.index(b"\0", start)].decode(), header
