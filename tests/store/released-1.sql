BEGIN TRANSACTION;
CREATE TABLE entry (
            game TEXT NOT NULL REFERENCES game (id),
            number INTEGER NOT NULL CHECK (number >= 0),
            token TEXT NOT NULL,
            at TEXT NOT NULL,
            PRIMARY KEY (game, number)
        ) WITHOUT ROWID, STRICT;
INSERT INTO "entry" VALUES('first',0,'r2','2026-01-02T12:10:00.123456+00:00');
INSERT INTO "entry" VALUES('first',1,'-','2026-01-02T12:10:01.123456+00:00');
INSERT INTO "entry" VALUES('first',2,'undo','2026-01-02T12:10:02.123456+00:00');
CREATE TABLE game (
            id TEXT NOT NULL PRIMARY KEY,
            setup TEXT NOT NULL,
            names TEXT NOT NULL,
            started TEXT NOT NULL
        ) STRICT;
INSERT INTO "game" VALUES('first','classic','["Anna"]','2026-01-02T12:05:00.123456+00:00');
INSERT INTO "game" VALUES('second','classic/3+finish-turn','["Ben", "", "Zo\u00eb"]','2026-01-02T12:01:00.123456+00:00');
CREATE TABLE setting (
            key TEXT NOT NULL PRIMARY KEY,
            value TEXT NOT NULL
        ) WITHOUT ROWID, STRICT;
INSERT INTO "setting" VALUES('shade','dark');
COMMIT;
PRAGMA user_version = 1;
PRAGMA application_id = 1364219953;
