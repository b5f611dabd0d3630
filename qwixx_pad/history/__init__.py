"""Finished and unfinished games as one reads them later: index, statistics, series."""
