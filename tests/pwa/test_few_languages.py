"""What is left of Babel's knowledge says the same of every day and number that the pad shows."""

from datetime import date
from pathlib import Path

import babel
import pytest
from babel import core, localedata

from qwixx_pad import i18n
from qwixx_pad.i18n import available_languages, choose_locale, native_name
from qwixx_pad.pwa.python_bundle import trim_global, trim_locale

SHIPPED = Path(babel.__file__).parent
DAYS = [date(2026, month, 2 * month + 3) for month in range(1, 13)]
NUMBERS = [-1234567.891, -12.35, -0.04, 0, 0.5, 7, 1000, 98765.4]
DEVICES = [
    *available_languages(),
    "de-AT",
    "de-CH",
    "en-US",
    "fr-CA",
    "nl-BE",
    "es-MX",
    "pt-BR",
    "zh-Hant-TW",
]


@pytest.fixture
def slim(tmp_path, monkeypatch):
    """Babel with what the site has of it."""

    def become():
        for path in (SHIPPED / "locale-data").glob("*.dat"):
            if path.stem.split("_")[0] in {"root", *available_languages()}:
                content = trim_locale(path.read_bytes(), available_languages())
                (tmp_path / path.name).write_bytes(content)
        everywhere = trim_global((SHIPPED / "global.dat").read_bytes(), available_languages())
        (tmp_path / "all").write_bytes(everywhere)
        monkeypatch.setattr(localedata, "_dirname", str(tmp_path))
        monkeypatch.setattr(core, "_global_data", core.pickle.loads(everywhere))
        forget()

    yield become
    monkeypatch.undo()
    forget()


def forget():
    """Babel keeps what it has read."""
    localedata._cache.clear()
    localedata.locale_identifiers.cache_clear()
    core.Locale._Locale__cache = {}


def said():
    """All that the pad asks Babel for."""
    tongues = [choose_locale("", (device,)) for device in DEVICES]
    of_day = [
        i18n.format_day_month,
        i18n.format_full_date,
        i18n.format_month_year,
        i18n.weekday_name,
    ]
    of_number = [
        i18n.format_tenths,
        i18n.format_share,
        lambda n, at: i18n.format_integer(round(n), at),
    ]
    return [
        tongues,
        [native_name(language) for language in available_languages()],
        *[[f(day, tongue.code) for day in DAYS] for f in of_day for tongue in tongues],
        *[[f(n, tongue.code) for n in NUMBERS] for f in of_number for tongue in tongues],
    ]


def test_slimmed_babel_formats_everything_alike(slim):
    forget()
    before = said()
    slim()
    assert said() == before


def test_slimmed_babel_is_twenty_times_smaller(slim, tmp_path):
    slim()
    left = sum(path.stat().st_size for path in tmp_path.iterdir())
    assert left < sum(path.stat().st_size for path in (SHIPPED / "locale-data").iterdir()) / 20
