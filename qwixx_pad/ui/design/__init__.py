"""What all screens look alike by: colours, text, buttons, cards."""
