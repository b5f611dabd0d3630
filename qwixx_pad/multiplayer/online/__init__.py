"""Tables at a relay, as a phone has them: shown at once, and sent when there is a link."""
