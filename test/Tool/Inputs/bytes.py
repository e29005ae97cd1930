"""bytes.py make SOURCE | check: sources with unusual bytes, and that these stay."""
import sys

BOM = b"\xef\xbb\xbf"
LATIN1 = b"// Gr\xf6\xdfe \xa9\n"

if sys.argv[1] == "make":
    text = open(sys.argv[2], "rb").read()
    variants = {
        "crlf": text.replace(b"\n", b"\r\n"),
        "bom": BOM + text,
        "latin1": LATIN1 + text + LATIN1,
        "no_newline": text.rstrip(b"\n"),
    }
    for name, variant in variants.items():
        open(name + ".cu", "wb").write(variant)
else:
    new = {name: open(name + ".cu", "rb").read() for name in ("crlf", "bom", "latin1", "no_newline")}
    assert new["crlf"].count(b"\n") == new["crlf"].count(b"\r\n"), "a line of crlf.cu lost its CR"
    assert new["bom"].startswith(BOM) and new["bom"].count(BOM) == 1
    assert new["latin1"].endswith(LATIN1) and new["latin1"].count(LATIN1) == 2
    assert not new["no_newline"].endswith(b"\n")
    # Apart from that the four results are one.
    plain = new["no_newline"] + b"\n"
    assert new["crlf"].replace(b"\r\n", b"\n") == plain
    assert new["bom"][len(BOM):] == plain
    assert new["latin1"].replace(LATIN1, b"") == plain
