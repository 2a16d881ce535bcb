-- Tables and what happened at them. The blobs are sealed: see seal.py.
CREATE TABLE rooms (
    room TEXT PRIMARY KEY,
    made INTEGER NOT NULL,
    closed INTEGER NOT NULL DEFAULT 0,
    sheet TEXT NOT NULL,
    invite_hash BLOB NOT NULL UNIQUE,
    invite BLOB NOT NULL
) STRICT;
CREATE INDEX rooms_of_sheet ON rooms (sheet) WHERE sheet <> '';

CREATE TABLE entries (
    room TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    guest TEXT NOT NULL,
    command TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (room, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshots (
    room TEXT PRIMARY KEY,
    seq INTEGER NOT NULL,
    body BLOB NOT NULL
) STRICT;

CREATE TABLE deals (
    room TEXT NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (room, number)
) STRICT;

CREATE TABLE room_guests (
    guest TEXT NOT NULL,
    room TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (guest, room)
) STRICT, WITHOUT ROWID;

CREATE TABLE saved_rules (
    guest TEXT NOT NULL,
    name TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (guest, name)
) STRICT, WITHOUT ROWID;

-- Written to find out whether the disk takes anything.
CREATE TABLE probes (id INTEGER PRIMARY KEY, value INTEGER NOT NULL) STRICT;
