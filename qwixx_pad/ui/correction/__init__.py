"""Values for a running game and its review: steps in words, corrections, messages. Pure.

`paint` and `message_bar` paint them.
"""

from qwixx_pad.ui.correction.card import (
    CorrectionCard,
    CorrectionLook,
    WhiteDiceLook,
    correction_look,
    correction_refusal_text,
    correction_text,
    is_card_action,
)
from qwixx_pad.ui.correction.control import CardControl, CardState, Message
from qwixx_pad.ui.correction.steps import (
    STEP_CARD_DP,
    ReviewedGame,
    StepLook,
    step_entry_text,
    step_letter,
    step_look,
    step_title,
)

__all__ = (
    "STEP_CARD_DP",
    "CardControl",
    "CardState",
    "CorrectionCard",
    "CorrectionLook",
    "Message",
    "ReviewedGame",
    "StepLook",
    "WhiteDiceLook",
    "correction_look",
    "correction_refusal_text",
    "correction_text",
    "is_card_action",
    "step_entry_text",
    "step_letter",
    "step_look",
    "step_title",
)
