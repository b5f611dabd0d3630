"""Tables for phones anywhere: a small service that stores seatings and games."""
