#!/usr/bin/env python3
"""The pictures of docs/images are what the program draws now.

    pictures.py TOOL                     compares; exit 1: a picture is out of date
    pictures.py TOOL --write [CHROMIUM]  makes them anew; the page as it looks with a browser alone

timeline-*.svg are drawings of the report as a page, each with the page's style. report.png
is that page in a browser and says which page it is: a browser's version changes pixels, not
what is to be seen; nor does the program's version.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import hashlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"
KERNEL = ROOT / "test" / "Tool" / "Inputs" / "gemm.cu"
TIMELINES = {"timeline-double-buffering.svg": ["--variant=cpasync"],
             "timeline-multistage.svg": ["--variant=cpasync", "--stages=3", "--epilogue=peel"]}
SHOWN = ["--variant=cpasync", "--arch=sm_80,sm_90"]
WINDOW = "1000,1560"
KEYWORD = b"page-sha256"
GAP = 6


def page(tool, flags, folder):
    shutil.copy(KERNEL, folder)
    return subprocess.run([tool, "--cuda-path=builtin", "--report=html", *flags, KERNEL.name], cwd=folder,
                          check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout


def timeline(html):
    """The first loop's: before, after, legend, one below the other."""
    style = re.search(r"<style>\n(.*?)</style>", html, re.S)[1]
    rules = re.findall(r"^:root \{.*?^\}\n|^@media.*?^\}\n|^svg [.t].*\n", style, re.S | re.M)
    drawings = re.findall(r'<svg viewBox="0 0 (\d+) (\d+)" (?:\S+ ){2}role="img" aria-label="(.*?)">\n(.*?)</svg>',
                          html, re.S)[:3]
    body, top = "", 0
    for _, height, _, inner in drawings:
        body += f'<g transform="translate(0 {top})">\n{inner}</g>\n'
        top += int(height) + GAP
    width = max(int(drawing[0]) for drawing in drawings)
    said = "; ".join(drawing[2] for drawing in drawings[:2])
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {top}" width="{width}" height="{top}" '
            f'role="img" aria-label="{said}">\n<style>\n{"".join(rules)}</style>\n'
            f'<rect width="{width}" height="{top}" fill="var(--paper)"/>\n{body}</svg>\n')


def chunks(png):
    at = 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        yield kind, png[at + 8:at + 8 + length]
        at += 12 + length


def name_of(html):
    """The chunk that says which page a picture shows, of whichever version."""
    shown = re.sub(r"(pipeline-rewrite) \d+(\.\d+)+", r"\1", html)
    return b"tEXt", KEYWORD + b"\0" + hashlib.sha256(shown.encode()).hexdigest().encode()


def named(png, html):
    """The picture with the hash of what it shows."""
    made = png[:8]
    for chunk in chunks(png):
        for each, of in ([name_of(html)] if chunk[0] == b"IEND" else []) + [chunk]:
            made += struct.pack(">I4s", len(of), each) + of + struct.pack(">I", zlib.crc32(each + of))
    return made


def shows(png, html):
    return name_of(html) in chunks(png)


def picture(chromium, html, folder):
    (folder / "page.html").write_text(html)
    subprocess.run([chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                    f"--screenshot={folder / 'page.png'}", f"--window-size={WINDOW}", folder / "page.html"],
                   check=True, stderr=subprocess.DEVNULL)
    return (folder / "page.png").read_bytes()


def main():
    tool, write = Path(sys.argv[1]).resolve(), sys.argv[2:3] == ["--write"]
    old = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, flags in TIMELINES.items():
            text, path = timeline(page(tool, flags, folder)), IMAGES / file
            if write:
                path.write_text(text)
            elif not path.exists() or path.read_text() != text:
                old.append(file)
        html, path = page(tool, SHOWN, folder), IMAGES / "report.png"
        if write and len(sys.argv) > 3:
            path.write_bytes(named(picture(sys.argv[3], html, folder), html))
        elif not path.exists() or not shows(path.read_bytes(), html):
            old.append(path.name)
    if old:
        print(f"not what the program draws: {', '.join(old)}; test/pictures.py TOOL --write CHROMIUM makes them anew")
    return bool(old)


if __name__ == "__main__":
    sys.exit(main())
