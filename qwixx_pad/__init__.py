"""Qwixx Pad: tap numbers where others scribble on paper."""

__version__ = "0.1.0"
