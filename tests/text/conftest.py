"""Whatever is said here must be known to translators."""

from tests.support.translated_texts import nothing_unknown_is_said

__all__ = ("nothing_unknown_is_said",)
