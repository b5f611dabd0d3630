"""How everything looks: colours, letters, and the theme that a device gets."""
