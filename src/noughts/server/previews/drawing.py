"""Draws a board or a player. It has no access to games or accounts: the job contains all that it shows."""

from noughts.server.previews.canvas import EDGE, SOFT, STRONG, SUNKEN, SURFACE, WASH, Box, Canvas
from noughts.server.previews.preview_jobs import HEIGHT, WIDTH, AnyDrawing, DrawBoard, DrawPlayer

MARGIN = 36
FACE = 300
# The characters of Pillow's own font.
WRITABLE = frozenset(map(chr, (*range(0x20, 0x7F), *range(0xA1, 0x100))))


def draw(job: AnyDrawing) -> bytes:
    """Return the picture as a PNG."""
    canvas = Canvas()
    if isinstance(job, DrawBoard):
        _draw_board(canvas, job)
    else:
        _draw_player(canvas, job)
    return canvas.png()


def _draw_board(canvas: Canvas, job: DrawBoard) -> None:
    high = HEIGHT - 2 * MARGIN
    # The gap between small boards is a fifth of a cell wide.
    gap = 0.2 if job.boards else 0.0
    cell = high / (max(job.rows, job.cols) + 2 * gap)
    left = (WIDTH - cell * (job.cols + 2 * gap)) / 2
    top = (HEIGHT - cell * (job.rows + 2 * gap)) / 2
    pad = max(3.0, cell * 0.05)
    canvas.rectangle(
        (left - pad, top - pad, WIDTH - left + pad, HEIGHT - top + pad), SUNKEN, radius=min(24.0, cell * 0.2)
    )
    side = (left - pad) * 0.62
    for held, middle in (("X", (left - pad) / 2), ("O", WIDTH - (left - pad) / 2)):
        canvas.mark(held, _square(middle - side / 2, (HEIGHT - side) / 2, side), EDGE)
    step = gap if job.boards else 0.0

    def place(row: int, col: int) -> tuple[float, float]:
        return left + cell * (col + step * (col // 3)), top + cell * (row + step * (row // 3))

    for index, held in enumerate(job.cells):
        row, col = divmod(index, job.cols)
        x, y = place(row, col)
        _draw_cell(canvas, job, index, held, _square(x + cell * 0.04, y + cell * 0.04, cell * 0.92))
    for board, held in enumerate(job.boards):
        if held in STRONG:
            x, y = place(board // 3 * 3, board % 3 * 3)
            canvas.rectangle(_square(x, y, cell * 3), WASH[held], radius=cell * 0.2)
            canvas.mark(held, _square(x, y, cell * 3))


def _draw_cell(canvas: Canvas, job: DrawBoard, index: int, held: str, box: Box) -> None:
    radius = min(16.0, (box[2] - box[0]) * 0.12)
    if held not in STRONG:
        canvas.rectangle(box, SURFACE, radius)
        return
    # In Ultimate the line consists of small boards, which show it themselves.
    if index in job.line and not job.boards:
        canvas.rectangle(box, STRONG[held], radius)
        canvas.mark(held, box, SURFACE)
    elif index == job.last:
        canvas.rectangle(box, WASH[held], radius, outline=STRONG[held], width=(box[2] - box[0]) * 0.035)
        canvas.mark(held, box)
    else:
        canvas.rectangle(box, SURFACE, radius)
        canvas.mark(held, box)


def _draw_player(canvas: Canvas, job: DrawPlayer) -> None:
    left, top = 110.0, (HEIGHT - FACE) / 2
    face = _square(left, top, FACE)
    canvas.rectangle(_square(left - 12, top - 12, FACE + 24), SUNKEN, radius=24)
    if job.picture is None:
        half = FACE / 2
        for held, x, y in (
            ("X", left, top),
            ("O", left + half, top),
            ("O", left, top + half),
            ("X", left + half, top + half),
        ):
            canvas.rectangle(_square(x + 6, y + 6, half - 12), SURFACE, radius=16)
            canvas.mark(held, _square(x + 6, y + 6, half - 12))
    else:
        canvas.paste(job.picture, face)
    write_at, room = left + FACE + 70, WIDTH - (left + FACE + 70) - 60
    # Letters that the font lacks would show as boxes. The link's title has the name anyway.
    if set(job.name) <= WRITABLE:
        canvas.text((write_at, HEIGHT / 2 - 34), job.name, 84, room)
    canvas.text((write_at, HEIGHT / 2 + 54), job.figures, 44, room, SOFT)


def _square(left: float, top: float, side: float) -> Box:
    return left, top, left + side, top + side
