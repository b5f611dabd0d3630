"""The rules as values: frozen, pure, standard library only.

Nothing here knows a clock, a disk, chance, a language or a screen.
"""
