"""The canvas of previews. It has the page's light colours, and draws marks like the page."""

from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from noughts.server.previews.preview_jobs import HEIGHT, WIDTH

# Drawn larger and shrunk at the end, because Pillow draws hard edges.
SCALE = 2

GROUND, SURFACE, SUNKEN, EDGE = "#f4f1ea", "#ffffff", "#e9e4d9", "#d6cfc0"
INK, SOFT = "#1d2129", "#5a606b"
STRONG = {"X": "#1463b8", "O": "#bf3d17"}
WASH = {"X": "#dcebfb", "O": "#fde6dd"}

Box = tuple[float, float, float, float]


class Canvas:
    """A drawing surface. All measures are in pixels of the finished picture."""

    def __init__(self) -> None:
        self._image = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), GROUND)
        self._draw = ImageDraw.Draw(self._image)

    def rectangle(self, box: Box, fill: str, radius: float = 0, outline: str | None = None, width: float = 0) -> None:
        self._draw.rounded_rectangle(
            _scaled(box), radius * SCALE, fill=fill, outline=outline, width=max(1, round(width * SCALE))
        )

    def mark(self, held: str, box: Box, colour: str | None = None) -> None:
        """Draw an X or an O that fills this square."""
        left, top, right, bottom = _scaled(box)
        side, colour = right - left, colour or STRONG[held]
        width = max(1, round(side * 0.115))
        if held == "O":
            inset = side * 0.22 - width / 2
            ring = (left + inset, top + inset, right - inset, bottom - inset)
            self._draw.ellipse(ring, outline=colour, width=width)
            return
        near, far = side * 0.26, side * 0.74
        for start, end in (((near, near), (far, far)), ((far, near), (near, far))):
            line = [(left + x, top + y) for x, y in (start, end)]
            self._draw.line(line, fill=colour, width=width)
            for x, y in line:
                self._draw.circle((x, y), width / 2, fill=colour)

    def text(self, at: tuple[float, float], words: str, size: int, most_width: float, fill: str = INK) -> None:
        """Write one line, smaller if it would not fit."""
        font = ImageFont.load_default(size * SCALE)
        width = font.getlength(words)
        if width > most_width * SCALE:
            font = ImageFont.load_default(max(1, int(size * SCALE * most_width * SCALE / width)))
        self._draw.text((at[0] * SCALE, at[1] * SCALE), words, fill=fill, font=font, anchor="lm")

    def paste(self, png: bytes, box: Box) -> None:
        """Put a picture that we have encoded ourselves into this square."""
        left, top, right, bottom = (round(edge) for edge in _scaled(box))
        with Image.open(BytesIO(png), formats=("PNG",)) as picture:
            fitted = picture.convert("RGBA").resize((right - left, bottom - top))
        self._image.paste(fitted, (left, top), fitted)

    def png(self) -> bytes:
        out = BytesIO()
        self._image.resize((WIDTH, HEIGHT), Image.Resampling.BOX).save(out, "PNG")
        return out.getvalue()


def _scaled(box: Box) -> Box:
    left, top, right, bottom = box
    return left * SCALE, top * SCALE, right * SCALE, bottom * SCALE
