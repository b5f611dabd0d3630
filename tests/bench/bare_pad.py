"""The smallest pad that Flet can be: forty-four cells that a tap fills. Nothing of ours is faster.

`python bare_pad.py PORT` serves it.
"""

import sys

import flet as ft

SIDE = 34
CELLS = [(row, column) for row in range(4) for column in range(11)]


def middle(cell):
    """Where a finger taps a cell, in pixels of the page."""
    row, column = cell
    return (column + 0.5) * SIDE, (row + 0.5) * SIDE


def main(page: ft.Page) -> None:
    def row(number):
        return ft.Row([cell() for at, _ in CELLS if at == number], spacing=0)

    def cell():
        return ft.Container(ft.Text("5"), width=SIDE, height=SIDE, bgcolor="#DDDDDD", on_click=fill)

    def fill(event):
        event.control.bgcolor = "#224466"

    page.padding = page.spacing = 0
    page.add(*[row(number) for number in range(4)])


if __name__ == "__main__":
    ft.run(main, port=int(sys.argv[1]), view=None, no_cdn=True)
