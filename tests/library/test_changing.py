"""Games restored, corrected and deleted; and nothing changes where something fails."""

# nothing changes where it fails


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"\xff", b"[" * 200_000, file_of(DONE)[:-9], b'{"format": "qwixx-pad"']
)
def test_a_refused_file_changes_nothing(pad, data):
    pad.keep(SHORT)
    before = pad.dump()
    with pytest.raises(RefusedError):
        pad.library.preview(data)
    assert pad.dump() == before
    assert not pad.library.can_take_back()


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(tokens=st.lists(st.text("rygb12345:/-@!#undoe", max_size=6), max_size=6))
def test_any_game_line_is_weighed_and_nothing_is_written_before_it_is_asked_for(pad, tokens):
    before = pad.dump()
    line = " ".join(("classic/2", *tokens))
    try:
        preview = pad.library.preview(line.encode())
    except RefusedError:
        preview = None
    assert preview is None or preview.games == 1
    assert pad.dump() == before


def filled(pad):
    pad.keep(SHORT, DONE)
    pad.library.delete("g2")
    pad.desk.change(Settings("Anna"))
    pad.library.refresh()
    data = file_of(LONG, DONE, *evenings(40), told=Settings("Ben", shade=Shade.DARK))
    return pad.library.preview(data), pad.dump(), pad.shown()


@pytest.mark.parametrize("free", [0, 1, 5, 20])
def test_on_a_full_disk_an_import_is_said_to_have_failed_and_changes_nothing(pad, free):
    preview, before, shown = filled(pad)
    pages = pad.store._connection.execute("PRAGMA page_count").fetchone()[0]
    pad.store._connection.execute(f"PRAGMA max_page_count = {pages + free}")
    assert pad.library.take_in(preview).trouble is Trouble.NOT_SAVED
    assert pad.dump() == before
    assert pad.shown() == shown
    pad.store._connection.execute("PRAGMA max_page_count = 1000000")
    assert pad.library.take_in(preview).stands


def test_on_a_read_only_disk_games_are_found_and_every_change_is_said_to_have_failed(pad):
    preview, before, shown = filled(pad)
    pad.store._connection.execute("PRAGMA query_only = ON")
    summary, correction = pad.library.find("g1"), without(pad.desk.open("g1").game, 0)
    for change in (
        lambda: pad.library.take_in(preview),
        pad.library.take_back,
        lambda: pad.library.delete("g1"),
        lambda: pad.library.put_back("g2"),
        pad.library.delete_all,
        pad.library.put_all_back,
        pad.library.wipe_deleted,
        lambda: pad.library.correct("g1", correction),
    ):
        assert change().trouble is Trouble.NOT_SAVED
        assert pad.dump() == before
    with pytest.raises(CannotWrite):
        pad.library.rebuild()
    assert pad.shown() == shown
    assert pad.library.find("g1") == summary
    assert counted(pad.library.preview(file_of(DONE)))["back"] == 1
