# SPDX-License-Identifier: Apache-2.0
"""What a phone reads from a picture."""

import re

import zxingcpp


def scanned(html):
    """The text of the QR code in a page or an SVG document, four pixels for each module. A stroke lies in the middle of its row."""
    size, path = re.search(r'<svg [^>]*viewBox="0 0 (\d+) \1".*?<path (?:stroke="#000" )?d="(M[^"hv]+\.5h[^"]+)"', html, re.S).groups()
    width = 4 * int(size)
    pixels = bytearray(b"\xff" * width * width)
    column = row = 0
    steps = re.findall(r"M(\d+) (\d+)\.5|m(\d+) 0|h(\d+)", path)
    assert "".join(f"M{x} {y}.5" if x else f"m{gap} 0" if gap else f"h{length}" for x, y, gap, length in steps) == path
    for x, y, gap, length in steps:
        if x:
            column, row = int(x), int(y)
        elif length:
            for line in range(4 * row, 4 * row + 4):
                start = line * width + 4 * column
                pixels[start:start + 4 * int(length)] = bytes(4 * int(length))
        column += int(gap or length or 0)
    # Any picture may contain what looks like a barcode of two digits or four.
    [code] = zxingcpp.read_barcodes(memoryview(pixels).cast("B", (width, width)), formats=zxingcpp.BarcodeFormat.QRCode)
    return code.text
