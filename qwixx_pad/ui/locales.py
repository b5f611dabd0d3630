"""Languages as Flet names them: of the device, and of what the client itself says."""

from collections.abc import Iterable

import flet as ft
from babel import Locale

from qwixx_pad.i18n import Tongue, languages


def codes(locales: Iterable[ft.Locale]) -> tuple[str, ...]:
    """The codes of a device's languages, such as `de_AT`, the most wanted first."""
    return tuple("_".join(filter(None, (x.language_code, x.country_code))) for x in locales)


def locales_for(tongue: Tongue) -> ft.LocaleConfiguration:
    """Lets the client itself (its fields, a screen reader's voice) speak the same language."""
    here = Locale.parse(tongue.locale)
    others = [ft.Locale(code) for code in languages()]
    current = ft.Locale(here.language, here.territory)
    return ft.LocaleConfiguration([current, *others], current)
