"""Tables for phones anywhere: a small service that keeps who sits where and what was entered."""
