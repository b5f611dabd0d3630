"""Tables that several devices share: who sits there, what is said, what is entered."""
