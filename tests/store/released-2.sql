BEGIN TRANSACTION;
CREATE TABLE deleted (
            game TEXT NOT NULL PRIMARY KEY REFERENCES game (id),
            at TEXT NOT NULL
        ) WITHOUT ROWID, STRICT;
INSERT INTO "deleted" VALUES('second','2026-01-03T00:00:00.000000+00:00');
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
CREATE TABLE imported (
            game TEXT NOT NULL PRIMARY KEY,
            kept INTEGER NOT NULL,
            length INTEGER NOT NULL,
            deleted TEXT
        ) WITHOUT ROWID, STRICT;
CREATE TABLE row_score (
            summary INTEGER NOT NULL REFERENCES summary (number) ON DELETE CASCADE,
            seat INTEGER NOT NULL,
            position INTEGER NOT NULL,
            letter TEXT NOT NULL,
            marks INTEGER NOT NULL, crosses INTEGER NOT NULL, points INTEGER NOT NULL, locked INTEGER NOT NULL, closed INTEGER NOT NULL,
            PRIMARY KEY (summary, seat, position)
        ) WITHOUT ROWID, STRICT;
INSERT INTO "row_score" VALUES(1,1,0,'r',1,1,1,0,0);
INSERT INTO "row_score" VALUES(1,1,1,'y',0,0,0,0,0);
INSERT INTO "row_score" VALUES(1,1,2,'g',0,0,0,0,0);
INSERT INTO "row_score" VALUES(1,1,3,'b',0,0,0,0,0);
INSERT INTO "row_score" VALUES(2,1,0,'r',0,0,0,0,0);
INSERT INTO "row_score" VALUES(2,1,1,'y',0,0,0,0,0);
INSERT INTO "row_score" VALUES(2,1,2,'g',0,0,0,0,0);
INSERT INTO "row_score" VALUES(2,1,3,'b',0,0,0,0,0);
INSERT INTO "row_score" VALUES(2,2,0,'r',0,0,0,0,0);
INSERT INTO "row_score" VALUES(2,2,1,'y',0,0,0,0,0);
INSERT INTO "row_score" VALUES(2,2,2,'g',0,0,0,0,0);
INSERT INTO "row_score" VALUES(2,2,3,'b',0,0,0,0,0);
INSERT INTO "row_score" VALUES(2,3,0,'r',0,0,0,0,0);
INSERT INTO "row_score" VALUES(2,3,1,'y',0,0,0,0,0);
INSERT INTO "row_score" VALUES(2,3,2,'g',0,0,0,0,0);
INSERT INTO "row_score" VALUES(2,3,3,'b',0,0,0,0,0);
CREATE TABLE score (
            summary INTEGER NOT NULL REFERENCES summary (number) ON DELETE CASCADE,
            seat INTEGER NOT NULL,
            name TEXT NOT NULL,
            who TEXT,
            place INTEGER NOT NULL, total INTEGER NOT NULL, penalties INTEGER NOT NULL, minus INTEGER NOT NULL,
            extra INTEGER,
            PRIMARY KEY (summary, seat)
        ) WITHOUT ROWID, STRICT;
INSERT INTO "score" VALUES(1,1,'Anna','anna',1,1,0,0,NULL);
INSERT INTO "score" VALUES(2,1,'Ben','ben',1,0,0,0,NULL);
INSERT INTO "score" VALUES(2,2,'',NULL,1,0,0,0,NULL);
INSERT INTO "score" VALUES(2,3,'Zoë','zoë',1,0,0,0,NULL);
CREATE TABLE setting (
            key TEXT NOT NULL PRIMARY KEY,
            value TEXT NOT NULL
        ) WITHOUT ROWID, STRICT;
INSERT INTO "setting" VALUES('shade','dark');
CREATE TABLE stale (game TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID, STRICT;
CREATE TABLE summary (
            number INTEGER PRIMARY KEY,
            game TEXT NOT NULL UNIQUE,
            digest TEXT NOT NULL,
            setup TEXT NOT NULL, layout TEXT NOT NULL, state TEXT NOT NULL, started TEXT NOT NULL, touched TEXT NOT NULL, seats INTEGER NOT NULL, roll INTEGER NOT NULL, entries INTEGER NOT NULL, corrected INTEGER NOT NULL
        ) STRICT;
INSERT INTO "summary" VALUES(1,'first','81de58c4606672fc192e2a613d003d54366274f0d92182e3dcdb80920a3df746','classic','classic','open','2026-01-02T12:05:00.123456+00:00','2026-01-02T12:10:02.123456+00:00',1,1,3,0);
INSERT INTO "summary" VALUES(2,'second','8785511c67c57dc0f743f5234498016bd8d1f1cf460e41c6a4b3adf8db06868c','classic/3+finish-turn','classic','untouched','2026-01-02T12:01:00.123456+00:00','2026-01-02T12:01:00.123456+00:00',3,1,0,0);
CREATE INDEX game_started ON game (started);
CREATE INDEX summary_touched ON summary (touched, state, layout, game);
CREATE INDEX summary_state ON summary (state, touched, game);
CREATE INDEX summary_digest ON summary (digest);
CREATE INDEX score_who ON score (who, summary);
CREATE TRIGGER game_begun AFTER INSERT ON game BEGIN INSERT OR IGNORE INTO stale VALUES (new.id); END;
CREATE TRIGGER entry_added AFTER INSERT ON entry BEGIN INSERT OR IGNORE INTO stale VALUES (new.game); END;
CREATE TRIGGER entry_removed AFTER DELETE ON entry BEGIN INSERT OR IGNORE INTO stale VALUES (old.game); END;
COMMIT;
PRAGMA user_version = 2;
PRAGMA application_id = 1364219953;
