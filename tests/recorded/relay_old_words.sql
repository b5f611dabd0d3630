BEGIN TRANSACTION;
CREATE TABLE relay_entry (
        game TEXT NOT NULL REFERENCES relay_game ON DELETE CASCADE,
        number INTEGER NOT NULL,
        token TEXT NOT NULL,
        at TEXT NOT NULL,
        marked_by TEXT NOT NULL,
        mark INTEGER NOT NULL,
        PRIMARY KEY (game, number)
    );
INSERT INTO "relay_entry" VALUES('one',0,'1:r5','2026-01-02T12:00:01.000000+00:00','anna',1);
CREATE TABLE relay_form (said INTEGER NOT NULL);
INSERT INTO "relay_form" VALUES(762214314);
CREATE TABLE relay_game (
        id TEXT PRIMARY KEY,
        code TEXT NOT NULL REFERENCES relay_table ON DELETE CASCADE,
        setup TEXT NOT NULL,
        names TEXT NOT NULL,
        started TEXT NOT NULL,
        length INTEGER NOT NULL,
        checksum BIGINT NOT NULL
    );
INSERT INTO "relay_game" VALUES('one','QW7XAB','classic/2','["Anna", "Ben"]','2026-01-02T12:00:00.000000+00:00',1,2615128141);
CREATE TABLE relay_table (
        code TEXT PRIMARY KEY,
        said TEXT NOT NULL,
        version INTEGER NOT NULL,
        at TEXT NOT NULL,
        checksum BIGINT NOT NULL
    );
INSERT INTO "relay_table" VALUES('QW7XAB','1 {"code": "QW7XAB", "opener": "anna", "layout": "classic", "chairs": [{"name": "Anna", "color": 0, "holder": "anna", "slip": "", "former": null, "asker": null, "denied": null}, {"name": "Ben", "color": 1, "holder": "ben", "slip": "", "former": null, "asker": null, "denied": null}], "finish_turn": false, "game": "one", "answers": {"roll": 0, "done": [], "declined": [], "white": [], "colored": [], "vouched": [], "ending": false, "seen": 0}, "opened": "2026-01-02T12:00:00+00:00", "closed": false, "next": [], "played": [], "best_of": 0}',1,'2026-01-02T12:00:00.000000+00:00',323060768);
CREATE INDEX relay_game_code ON relay_game (code);
COMMIT;
