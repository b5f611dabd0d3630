"""What a tap on a play screen does."""
