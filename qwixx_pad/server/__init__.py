"""What a web server needs that strangers can reach: doors, deadlines, and limits for callers."""
