"""Flet as it really is: guards, sessions, devices, keys, files."""
