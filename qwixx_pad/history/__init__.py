"""Finished and unfinished games: index, statistics, series."""
