"""The store in plain Python: a file of lines, one a write, and all that they say in memory."""
