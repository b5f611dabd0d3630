"""What a play screen shows: its state, and the view of it. No Flet."""
