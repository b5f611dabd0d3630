"""Lists, figures, import and export of stored games."""
