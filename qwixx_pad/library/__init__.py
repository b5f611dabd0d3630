"""What is done with kept games: lists, numbers, files in and out."""
