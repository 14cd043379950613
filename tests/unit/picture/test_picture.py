#!/usr/bin/env python3
"""test_picture.py PROGRAM: deaddrop-picture draws letters, emoji and CJK, and refuses what it must.

A glyph counts as drawn when it has ink, when the ink is lines and not one blot, and when it is not
the box that stands for a character no font has."""

import os
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

PROGRAM = sys.argv.pop(1)
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}">{inside}</svg>'


def run(svg, *args):
    return subprocess.run([PROGRAM, *args], input=svg, capture_output=True, timeout=30, check=False)


def alpha(png):
    """(width, height, the alpha of every pixel) of an 8-bit RGBA picture."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at, data, width, height = 8, b"", 0, 0
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at:at + 8])
        body = png[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
            assert (depth, colour) == (8, 6)
        elif kind == b"IDAT":
            data += body
        at += size + 12
    return width, height, unfilter(zlib.decompress(data), width, height)[3::4]


def unfilter(raw, width, height):
    stride, out, before = width * 4, bytearray(), bytearray(width * 4)
    for row in range(height):
        kind = raw[row * (stride + 1)]
        line = bytearray(raw[row * (stride + 1) + 1:(row + 1) * (stride + 1)])
        for i in range(stride):
            left = line[i - 4] if i >= 4 else 0
            above = before[i]
            corner = before[i - 4] if i >= 4 else 0
            if kind == 1:
                line[i] = (line[i] + left) & 255
            elif kind == 2:
                line[i] = (line[i] + above) & 255
            elif kind == 3:
                line[i] = (line[i] + (left + above) // 2) & 255
            elif kind == 4:
                near = min((abs(above - corner), 0, left), (abs(left - corner), 1, above),
                           (abs(left + above - 2 * corner), 2, corner))
                line[i] = (line[i] + near[2]) & 255
        out += line
        before = line
    return out


def glyph(text):
    """The alpha of this text, drawn 40 px high."""
    inside = f'<text x="10" y="45" font-size="40" font-family="sans-serif">{text}</text>'
    done = run(SVG.format(w=64, h=64, inside=inside).encode())
    assert done.returncode == 0, done.stderr
    return bytes(alpha(done.stdout)[2])


class Picture(unittest.TestCase):
    def test_letters_emoji_and_cjk_are_drawn(self):
        missing = glyph("\U0010fffd")
        for text in "A\u00e9\u0141\u042f\u4e2d\u5bc6\uac00\u3042\u2713" \
                    "\U0001f4c4\U0001f512\U0001f4b0\U0001f575\U0001f600\u2764":
            drawn = glyph(text)
            ink = sum(drawn) / 255
            self.assertGreater(ink, 40, f"{text!r} is blank")
            self.assertLess(ink, 1200, f"{text!r} is a blot")
            self.assertNotEqual(drawn, missing, f"no font has {text!r}")

    def test_size_is_that_of_the_document(self):
        done = run(SVG.format(w=900, h=31, inside="").encode())
        self.assertEqual(alpha(done.stdout)[:2], (900, 31))

    def test_width_scales_the_document(self):
        done = run(SVG.format(w=900, h=300, inside="").encode(), "450")
        self.assertEqual(alpha(done.stdout)[:2], (450, 150))
        done = run(SVG.format(w=900, h=300, inside="").encode(), "1800")
        self.assertEqual(alpha(done.stdout)[:2], (1800, 600))

    def test_wrong_usage_is_told(self):
        for args in (["0"], ["-4"], ["4097"], ["9x"], [""], ["900", "900"], ["--help"]):
            done = run(b"", *args)
            self.assertEqual(done.returncode, 2, args)
            self.assertTrue(done.stderr.startswith(b"usage: "))

    def test_a_scaled_drawing_is_limited_too(self):
        done = run(SVG.format(w=10, h=1000, inside="").encode(), "100")
        self.assertEqual((done.returncode, done.stdout), (1, b""))

    def test_every_board_of_the_tests_is_drawn(self):
        folder = os.path.join(os.environ["DD_SOURCE_DIR"], "tests/golden/show")
        boards = [name for name in sorted(os.listdir(folder)) if name.endswith(".svg")]
        self.assertGreater(len(boards), 3)
        for name in boards:
            with open(os.path.join(folder, name), "rb") as file:
                done = run(file.read())
            self.assertEqual(done.returncode, 0, (name, done.stderr))
            width, height, shown = alpha(done.stdout)
            self.assertEqual(width, 390 if "_portrait" in name else 900, name)
            self.assertGreater(sum(shown) / 255, 0.98 * width * height, name)

    def test_what_is_no_drawing_is_refused(self):
        for svg in (b"", b"<svg", b"not a drawing", SVG.format(w=5000, h=9, inside="").encode(),
                    SVG.format(w=0, h=0, inside="").encode(), b" " * (1024 * 1024 + 1)):
            done = run(svg)
            self.assertEqual(done.returncode, 1, svg[:40])
            self.assertEqual(done.stdout, b"")
            self.assertTrue(done.stderr.startswith(b"deaddrop-picture: "))

    def test_a_drawing_reaches_no_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "red.svg")
            with open(path, "w", encoding="utf-8") as file:
                file.write(SVG.format(w=9, h=9, inside='<rect width="9" height="9"/>'))
            image = f'<image href="file://{path}" width="9" height="9"/>'
            done = run(SVG.format(w=9, h=9, inside=image).encode())
            self.assertEqual(done.returncode, 0)
            self.assertEqual(sum(alpha(done.stdout)[2]), 0)


unittest.main(argv=[sys.argv[0]])
