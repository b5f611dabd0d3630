"""What a person reads of the disk: what was not saved, and what was found in the folder."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from qwixx_pad.games.session import Failure
from qwixx_pad.storage import (
    JOURNAL_FILE,
    CannotWrite,
    DiskFull,
    OlderCopy,
    OtherVersion,
    Recovery,
)
from qwixx_pad.ui.shell.startup_error import startup_error_texts
from tests.support.ui.surroundings import WORDS

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
OLDER = "This is an older copy of your games"
CHOOSE = "Nothing is saved until you choose: continue with it, or restore the newest file."
PUT_HERE = "An older copy of your games was put here"
RESCUED = "Your newest games continue. The copy is kept: pad-older-1"


@pytest.mark.parametrize(
    ("failure", "title", "detail"),
    [
        (Failure.DISK_FULL, "Couldn’t save", "Free some space and try again."),
        (Failure.NOT_SAVED, "Couldn’t save", "Try again. If it keeps failing, reopen the pad."),
        (
            Failure.CHANGED_ELSEWHERE,
            "This game changed elsewhere",
            "This is the latest version. Tap again if your move still works.",
        ),
    ],
)
def test_save_failure_text_says_what_would_help(failure, title, detail):
    assert WORDS.failure_texts(failure) == (title, detail)


@pytest.mark.parametrize(
    ("notice", "title", "detail"),
    [
        (
            Recovery(Path("old"), games=2, has_loss=True),
            "The saved games were damaged",
            "2 games were rescued. The old file is kept: old",
        ),
        (
            Recovery(Path("old"), games=0, has_loss=True),
            "The saved games were damaged",
            "No games could be read. The old file is kept: old",
        ),
        (
            OlderCopy(Path(JOURNAL_FILE), 1, NOON),
            OLDER,
            f"1 game is missing that was here on 2 Jan 2026. {CHOOSE}",
        ),
        (
            OlderCopy(Path(JOURNAL_FILE), 0, NOON),
            OLDER,
            f"Some of what was entered until 2 Jan 2026 is missing. {CHOOSE}",
        ),
        (OlderCopy(Path("pad-older-1"), 0, NOON), PUT_HERE, RESCUED),
        (
            OlderCopy(Path("pad-older-1"), 3, NOON),
            PUT_HERE,
            f"3 games are missing from it. {RESCUED}",
        ),
    ],
)
def test_folder_notice_has_title_and_detail(notice, title, detail):
    assert WORDS.notice_texts(notice) == (title, detail)


@pytest.mark.parametrize(
    ("error", "title", "detail"),
    [
        (
            OtherVersion(),
            "Your games are from another version of Qwixx Pad.",
            "Open them with that version. Nothing was changed.",
        ),
        (
            DiskFull(),
            "Your games can’t be opened.",
            "Nothing is lost. Free some space on this device, then try again.",
        ),
        (
            CannotWrite(),
            "Your games can’t be opened.",
            "Nothing was changed. Fix the problem shown below, then try again.",
        ),
    ],
)
def test_unopenable_game_text_says_why_and_what_helps(error, title, detail):
    assert startup_error_texts(error, WORDS) == (title, detail)
