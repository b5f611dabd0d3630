"""The look that all screens share: colours, text, buttons, cards."""
