"""The games of a pad: stored, open, and the sheets that they are played on."""
