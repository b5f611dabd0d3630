"""Finished and unfinished games in retrospect: index, statistics, series."""
