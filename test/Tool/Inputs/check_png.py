"""check_png.py IMAGE WIDTH HEIGHT COLOUR...: the picture's size, and that each
colour (rrggbb) covers at least 100 of its pixels.
"""
import collections
import struct
import sys
import zlib


def pixels(data):
    """Width, height and the rows' bytes of an 8-bit RGB or RGBA picture."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "no PNG"
    at, packed = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
            assert depth == 8 and colour in (2, 6), f"depth {depth}, colour type {colour}"
        if kind == b"IDAT":
            packed += body
        at += 12 + length
    size = 3 if colour == 2 else 4
    return width, height, size, unfilter(zlib.decompress(packed), width * size, size)


def unfilter(raw, stride, size):
    """Undoes PNG's filters, line by line."""
    rows, above = [], bytearray(stride)
    for start in range(0, len(raw), stride + 1):
        kind, row = raw[start], bytearray(raw[start + 1:start + 1 + stride])
        for i in range(stride):
            left = row[i - size] if i >= size else 0
            up = above[i]
            corner = above[i - size] if i >= size else 0
            if kind == 1:
                row[i] = (row[i] + left) & 255
            elif kind == 2:
                row[i] = (row[i] + up) & 255
            elif kind == 3:
                row[i] = (row[i] + (left + up) // 2) & 255
            elif kind == 4:
                guess = left + up - corner
                best = min((left, up, corner), key=lambda v: abs(guess - v))
                row[i] = (row[i] + best) & 255
        rows.append(row)
        above = row
    return rows


image, wide, high, *colours = sys.argv[1:]
width, height, size, rows = pixels(open(image, "rb").read())
assert (width, height) == (int(wide), int(high)), f"{width}x{height}"
seen = collections.Counter(bytes(row[i:i + 3]).hex() for row in rows for i in range(0, len(row), size))
for colour in colours:
    assert seen[colour] >= 100, f"{colour}: {seen[colour]} pixels of it; most are {seen.most_common(8)}"
