BEGIN TRANSACTION;
CREATE TABLE relay_entry (
        game TEXT NOT NULL REFERENCES relay_game ON DELETE CASCADE,
        number INTEGER NOT NULL,
        token TEXT NOT NULL,
        at TEXT NOT NULL,
        device TEXT NOT NULL,
        request INTEGER NOT NULL,
        PRIMARY KEY (game, number)
    );
INSERT INTO "relay_entry" VALUES('one',0,'1:r5','2026-01-02T12:00:00.123456+00:00','anna',1);
CREATE TABLE relay_form (said INTEGER NOT NULL);
INSERT INTO "relay_form" VALUES(1723994798);
CREATE TABLE relay_game (
        id TEXT PRIMARY KEY,
        code TEXT NOT NULL REFERENCES relay_table ON DELETE CASCADE,
        setup TEXT NOT NULL,
        names TEXT NOT NULL,
        started TEXT NOT NULL,
        length INTEGER NOT NULL,
        checksum BIGINT NOT NULL
    );
INSERT INTO "relay_game" VALUES('one','ABCDEF','classic/2','["Anna", "Ben"]','2026-01-02T12:00:00.123456+00:00',1,3121053647);
CREATE TABLE relay_table (
        code TEXT PRIMARY KEY,
        seating TEXT NOT NULL,
        version INTEGER NOT NULL,
        at TEXT NOT NULL,
        checksum BIGINT NOT NULL
    );
INSERT INTO "relay_table" VALUES('ABCDEF','1 {"code": "ABCDEF", "host": "anna", "layout": "classic", "chairs": [{"name": "Anna", "color": 0, "device": "anna", "slip": "", "previous_device": null, "asker": null, "denied": null}, {"name": "Ben", "color": 1, "device": "ben", "slip": "", "previous_device": null, "asker": null, "denied": null}], "finish_turn": false, "game": "one", "answers": {"roll": 0, "ready": [], "declined": [], "white": [], "colored": [], "confirmed_white": [], "ending": false, "base_length": 0}, "opened_at": "2026-01-02T12:00:00.123456+00:00", "closed": false, "next_chairs": [], "results": [], "best_of": 0, "own_sheet": null}',1,'2026-01-02T12:00:00.123456+00:00',3322674365);
CREATE INDEX relay_game_code ON relay_game (code);
COMMIT;
