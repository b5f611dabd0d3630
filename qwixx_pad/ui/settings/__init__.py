"""What a person sets once, applied at once."""
