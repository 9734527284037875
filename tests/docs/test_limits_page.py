"""The page of limits agrees with the code."""

from tools import limits_page


def test_the_limits_page_is_up_to_date() -> None:
    text = limits_page.PAGE.read_text()
    assert text == limits_page.page_with_tables(text), "run tools/limits_page.py"
