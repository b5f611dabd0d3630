"""Tables that several devices share: their seats, their games, and what devices request."""
