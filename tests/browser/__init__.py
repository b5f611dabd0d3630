"""One package: what its tests share ends with the last of them in a process."""
