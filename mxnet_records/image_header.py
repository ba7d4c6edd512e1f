"""Size of an encoded image from its header, without allocating its pixels.

All formats that OpenCV decodes are supported. If a file contains several sizes, the largest one is returned.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator

Size = tuple[int, int]

# Frame headers of JPEG. The excluded numbers are tables and other segments.
FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
SEQUENTIAL_FRAMES, SCAN = frozenset((0xC0, 0xC1)), 0xDA
_WITHOUT_LENGTH = frozenset((0x01, *range(0xD0, 0xDA)))
_SCANS_OF_A_PICTURE = 16
_MOST_TAGS = 4096


def size_of(content: bytes) -> Size | None:
    """Return the width and height of an image, or None if the format is unknown or the header is truncated."""
    for start, read in _FORMATS:
        if start.match(content):
            try:
                return read(content)
            except (struct.error, ValueError, IndexError):
                return None
    return None


def work_of(content: bytes) -> int:
    """Estimate the cost of decoding: the number of decoded pixels or of allocated bytes, whichever is larger.

    Each scan of a progressive JPEG processes all pixels. Scans count in groups of sixteen, more than an image needs.
    For each chunk of a PNG, decoders allocate its declared size, even if the file ends before.
    """
    width, height = size_of(content) or (0, 0)
    scans = _scans(content) if content[:2] == b"\xff\xd8" else 1
    chunk = _largest_chunk(content) if content[:4] == b"\x89PNG" else 0
    return max(width * height * max(1, scans // _SCANS_OF_A_PICTURE), chunk)


def _scans(content: bytes) -> int:
    """Return the maximum number of scans that a decoder reads from a JPEG.

    If the first scan of a sequential JPEG has all components, decoders stop after it. Searching the compressed pixels
    for more scans would take a tenth of the decoding time.
    """
    try:
        if _ends_with_first_scan(content):
            return 1
    except (struct.error, ValueError, IndexError):
        pass
    return content.count(b"\xff\xda")


def _ends_with_first_scan(content: bytes) -> bool:
    components = None
    for marker, position in jpeg_segments(content):
        if marker == SCAN:
            return components is not None and content[position + 2] == components
        if marker in FRAMES:
            if components is not None or marker not in SEQUENTIAL_FRAMES:
                return False
            components = content[position + 7]
    return False


def _largest_chunk(content: bytes) -> int:
    position, largest = 8, 0
    while position + 8 <= len(content):
        length = struct.unpack_from(">I", content, position)[0]
        largest = max(largest, length)
        if content[position + 4:position + 8] == b"IEND":
            break  # decoders stop here
        position += length + 12
    return largest


def jpeg_segments(content: bytes) -> Iterator[tuple[int, int]]:
    """Yield the markers and the positions of their content."""
    position = 2
    while True:
        # Decoders skip any bytes before the next marker.
        position = content.index(b"\xff", position)
        while content[position] == 0xFF:
            position += 1
        marker = content[position]
        position += 1
        yield marker, position
        if marker and marker not in _WITHOUT_LENGTH:
            position += max(2, struct.unpack_from(">H", content, position)[0])


def _jpeg(content: bytes) -> Size | None:
    for marker, position in jpeg_segments(content):
        if marker in FRAMES:
            height, width = struct.unpack_from(">HH", content, position + 3)
            return width, height
    return None


def _at(layout: str, offset: int) -> Callable[[bytes], Size]:
    """Return a reader for width and height at a fixed offset."""
    def read(content: bytes) -> Size:
        width, height = struct.unpack_from(layout, content, offset)
        return abs(width), abs(height)
    return read


def _bmp(content: bytes) -> Size:
    old = struct.unpack_from("<I", content, 14)[0] == 12
    return _at("<HH" if old else "<ii", 18)(content)


def _webp(content: bytes) -> Size | None:
    chunk = content[12:16]
    if chunk == b"VP8X":
        parts = struct.unpack_from("<BHBH", content, 24)
        return parts[0] + (parts[1] << 8) + 1, parts[2] + (parts[3] << 8) + 1
    if chunk == b"VP8L":
        bits = struct.unpack_from("<I", content, 21)[0]
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    width, height = struct.unpack_from("<HH", content, 26)
    return width & 0x3FFF, height & 0x3FFF


def _gif(content: bytes) -> Size:
    """Return the size of the screen, or of the first frame if that is larger."""
    width, height, packed = struct.unpack_from("<HHB", content, 6)
    position = 13 + (3 << (packed & 7) + 1 if packed & 0x80 else 0)
    while content[position] == 0x21:  # extension blocks
        position += 2
        while content[position]:
            position += content[position] + 1
        position += 1
    if content[position] == 0x2C:
        own = struct.unpack_from("<HH", content, position + 5)
        return max(width, own[0]), max(height, own[1])
    return width, height


def _tiff(content: bytes) -> Size:
    """Return the size of the first image, or of its tiles if these are larger."""
    order = "<" if content[:2] == b"II" else ">"
    large = struct.unpack_from(order + "H", content, 2)[0] == 43
    place, counts, record, field = ("Q", "Q", 20, 12) if large else ("I", "H", 12, 8)
    start = struct.unpack_from(order + place, content, 8 if large else 4)[0]
    count = min(struct.unpack_from(order + counts, content, start)[0], _MOST_TAGS)
    start += struct.calcsize("<" + counts)
    tags: dict[int, int] = {}
    for offset in range(start, start + count * record, record):
        tag, field_type = struct.unpack_from(order + "HH", content, offset)
        layout = {1: "B", 3: "H", 4: "I", 16: "Q"}.get(field_type, "I")
        tags[tag] = struct.unpack_from(order + layout, content, offset + field)[0]
    return max(tags.get(256, 0), tags.get(322, 0)), max(tags.get(257, 0), tags.get(323, 0))


def _text(pattern: bytes, width_first: bool = True) -> Callable[[bytes], Size | None]:
    """Return a reader for two numbers in a text header."""
    def read(content: bytes) -> Size | None:
        match = re.search(pattern, content[:4096])
        if match is None:
            return None
        first, second = (int(part[:12]) for part in match.groups())
        return (first, second) if width_first else (second, first)
    return read


def _largest(*places: tuple[bytes, str, bool]) -> Callable[[bytes], Size | None]:
    """Return a reader for the largest size after certain byte sequences, which may occur anywhere."""
    def sizes(content: bytes) -> Iterator[Size]:
        for mark, layout, width_first in places:
            position = content.find(mark)
            while position >= 0:
                if position + len(mark) + struct.calcsize(layout) <= len(content):
                    first, second = struct.unpack_from(layout, content, position + len(mark))
                    yield (first, second) if width_first else (second, first)
                position = content.find(mark, position + 1)

    return lambda content: max(sizes(content), key=lambda size: size[0] * size[1], default=None)


_SPACE = rb"(?:\s|#[^\n]*\n)+"
_FORMATS: list[tuple[re.Pattern[bytes], Callable[[bytes], Size | None]]] = [
    (re.compile(start, re.DOTALL), read) for start, read in (
        (rb"\xff\xd8", _jpeg),
        (rb"\x89PNG", _at(">II", 16)),
        (rb"GIF8", _gif),
        (rb"BM", _bmp),
        (rb"RIFF.{4}WEBP", _webp),
        (rb"II[*+]\0|MM\0[*+]", _tiff),
        (rb"P[1-6]", _text(rb"P[1-6]" + _SPACE + rb"(\d+)" + _SPACE + rb"(\d+)")),
        (rb"P[Ff]", _text(rb"P[Ff]" + _SPACE + rb"(\d+)" + _SPACE + rb"(\d+)")),
        (rb"P7", _text(rb"(?s)WIDTH\s+(\d+).*HEIGHT\s+(\d+)")),
        (rb"#\?", _text(rb"[-+]Y\s+(\d+)\s+[-+]X\s+(\d+)", width_first=False)),
        (rb"\x59\xa6\x6a\x95", _at(">II", 4)),
        (rb"\0\0\0\x0cjP|\xff\x4f\xff\x51",
         _largest((b"ihdr", ">II", False), (b"\xff\x4f\xff\x51", ">4xII", True))),
        (rb".{4}ftyp", _largest((b"ispe\0\0\0\0", ">II", True))),
    )
]
