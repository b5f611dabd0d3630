"""The parts that all screens share: text, buttons, cards, fields, bars."""
