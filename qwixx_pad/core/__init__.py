"""The rules of the game as frozen values and pure functions.

They import the standard library only.
"""
