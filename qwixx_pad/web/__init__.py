"""What a browser loads before the pad begins: which files, at which addresses, how packed."""
