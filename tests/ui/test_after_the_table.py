"""After a game at a shared table: every phone looks back on it, only the owner corrects it."""

from client import in_a_loop
from table import BEN, CLEO, HOST, device, open_table, rest


async def played(anna, ben):
    """A short game of two phones; Anna, who opened the table, has finished it."""
    await ben.tap("sit-2")
    await rest(anna, ben)
    await anna.taps("start-game r2 r3")
    await rest(anna, ben)
    await ben.tap("y4")
    await anna.taps("menu finish")
    await rest(anna, ben)


@in_a_loop
async def test_every_phone_reviews_and_shares_but_corrects_and_deletes_nothing(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN, f"/join/{code}") as ben:
            await played(anna, ben)
            await ben.tap("review")
            assert ben.has("scrubber")
            assert ben.name("seat-1").startswith("Anna, 3")
            await ben.tap("menu")
            assert ben.has("cancel")
            assert not any(map(ben.has, ("correct", "delete", "statistics")))
            await ben.taps("cancel share")
            assert ben.has("share-picture")
            await ben.taps("back back")
            assert ben.has("rematch")


@in_a_loop
async def test_a_stranger_sees_nothing_of_the_table(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN, f"/join/{code}") as ben:
            await played(anna, ben)
            for inside in ("review", "share", "review/share"):
                async with device(pad, CLEO, f"/table/{code}/{inside}") as cleo:
                    assert not cleo.has("scrubber")
                    assert not cleo.has("copy-line")


@in_a_loop
async def test_a_correction_is_seen_on_every_phone(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN, f"/join/{code}") as ben:
            await played(anna, ben)
            assert any("Anna wins!" in text for text in ben.texts())
            await anna.taps("review menu correct")
            await anna.taps("first next take-out")
            await rest(anna, ben)
            assert any("Anna and Ben win!" in text for text in ben.texts())
            await anna.tap("undo-message")
            await rest(anna, ben)
            assert any("Anna wins!" in text for text in ben.texts())
