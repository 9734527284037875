"""Draws the icons of the installed web app into web/public/icons: the mark of favicon.svg in several sizes."""

from pathlib import Path

from PIL import Image, ImageDraw

TARGET = Path(__file__).parents[1] / "web" / "public" / "icons"
GROUND, CROSS, NOUGHT = "#1c2028", "#6db5ff", "#ff9a76"

# Drawn larger and scaled down, for smooth edges.
FINER = 4


def icon(size: int, *, corner: float, scale: float) -> Image.Image:
    """Return the mark on its background. `corner` (radius) and `scale` (the mark's size) are shares of the size."""
    whole = size * FINER
    image = Image.new("RGBA", (whole, whole))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((0, 0, whole - 1, whole - 1), radius=corner * whole, fill=GROUND)

    def at(x: float, y: float) -> tuple[float, float]:
        # Coordinates of favicon.svg, 32 wide, shrunk towards its middle.
        return (whole / 2 + (x - 16) / 32 * whole * scale, whole / 2 + (y - 16) / 32 * whole * scale)

    pen = 3.6 / 32 * whole * scale
    for begin, end in (((6, 12), (14, 20)), ((14, 12), (6, 20))):
        draw.line((at(*begin), at(*end)), fill=CROSS, width=round(pen))
        for x, y in (at(*begin), at(*end)):
            draw.ellipse((x - pen / 2, y - pen / 2, x + pen / 2, y + pen / 2), fill=CROSS)
    outer = 4.6 + 1.8
    draw.ellipse((*at(22 - outer, 16 - outer), *at(22 + outer, 16 + outer)), outline=NOUGHT, width=round(pen))
    return image.resize((size, size), Image.Resampling.LANCZOS)


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    for name, size, corner, scale in (
        ("192", 192, 0.25, 1.0),
        ("512", 512, 0.25, 1.0),
        # Systems crop this icon to their own shape, so everything important is in the middle.
        ("maskable", 512, 0.0, 0.72),
        ("apple", 180, 0.0, 0.9),
    ):
        drawn = icon(size, corner=corner, scale=scale)
        drawn.quantize(64).save(TARGET / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
