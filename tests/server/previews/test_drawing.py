"""Pictures of boards and players, checked pixel by pixel."""

from io import BytesIO

import pytest
from PIL import Image, ImageColor

from noughts.server.previews.canvas import STRONG, SURFACE, WASH
from noughts.server.previews.drawing import MARGIN, draw
from noughts.server.previews.preview_jobs import HEIGHT, WIDTH, AnyDrawing, DrawBoard, DrawPlayer


def picture(job: AnyDrawing) -> Image.Image:
    image = Image.open(BytesIO(draw(job))).convert("RGB")
    assert image.size == (WIDTH, HEIGHT)
    return image


def colours(image: Image.Image) -> set[tuple[int, ...]]:
    return {colour for _, colour in image.getcolors(WIDTH * HEIGHT) or ()}  # type: ignore[misc]


def classic_cell(image: Image.Image, cell: int) -> set[tuple[int, ...]]:
    """Return the colours within one cell of a classic board."""
    side = (HEIGHT - 2 * MARGIN) / 3
    left, top = (WIDTH - 3 * side) / 2 + side * (cell % 3), MARGIN + side * (cell // 3)
    return colours(image.crop((left + 16, top + 16, left + side - 16, top + side - 16)))


def rgb(colour: str) -> tuple[int, ...]:
    return ImageColor.getrgb(colour)


def test_draws_each_mark_in_its_cell() -> None:
    image = picture(DrawBoard(rows=3, cols=3, cells="X...O...."))
    assert rgb(STRONG["X"]) in classic_cell(image, 0)
    assert rgb(STRONG["O"]) in classic_cell(image, 4)
    assert classic_cell(image, 8) == {rgb(SURFACE)}


def test_highlights_the_last_move_and_the_winning_line() -> None:
    image = picture(DrawBoard(rows=3, cols=3, cells="XXX.OO...", last=4, line=(0, 1, 2)))
    assert rgb(WASH["O"]) in classic_cell(image, 4)
    assert rgb(WASH["O"]) not in classic_cell(image, 5)
    filled = {colour for cell in (0, 1, 2) for colour in classic_cell(image, cell)}
    assert {rgb(STRONG["X"]), rgb(SURFACE)} <= filled
    assert rgb(WASH["X"]) not in filled


def test_covers_a_won_small_board_with_one_mark() -> None:
    open_board = picture(DrawBoard(rows=9, cols=9, cells="X" + "." * 80, boards="." * 9))
    won_board = picture(DrawBoard(rows=9, cols=9, cells="X" + "." * 80, boards="X" + "." * 8))
    assert rgb(WASH["X"]) in colours(won_board)
    assert rgb(WASH["X"]) not in colours(open_board)


@pytest.mark.parametrize("size", [(15, 15), (3, 5), (20, 20)])
def test_boards_of_any_shape_fit_the_picture(size: tuple[int, int]) -> None:
    rows, cols = size
    image = picture(DrawBoard(rows=rows, cols=cols, cells="O" * rows * cols))
    # Nothing is drawn above or below the board.
    assert len(colours(image.crop((0, 0, WIDTH, 8)))) == 1
    assert len(colours(image.crop((0, HEIGHT - 8, WIDTH, HEIGHT)))) == 1


def test_draws_a_player_with_name_figures_and_picture() -> None:
    red = BytesIO()
    Image.new("RGB", (8, 8), "#ff0000").save(red, "PNG")
    plain = picture(DrawPlayer(name="ann"))
    assert (255, 0, 0) in colours(picture(DrawPlayer(name="ann", picture=red.getvalue())))
    assert (255, 0, 0) not in colours(plain)
    assert plain.tobytes() != picture(DrawPlayer(name="bob")).tobytes()
    assert plain.tobytes() != picture(DrawPlayer(name="ann", figures="1500")).tobytes()


def test_omits_a_name_that_the_font_cannot_draw() -> None:
    assert picture(DrawPlayer(name="Аня")).tobytes() == picture(DrawPlayer(name="")).tobytes()
