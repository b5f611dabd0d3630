"""Whether two boxes of a drawing lie apart."""

FINGER = 24
NOISE = 1e-6


def apart(one, other):
    aside = one.right <= other.x + NOISE or other.right <= one.x + NOISE
    return aside or one.bottom <= other.y + NOISE or other.bottom <= one.y + NOISE
