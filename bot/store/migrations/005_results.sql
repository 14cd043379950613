-- What came of finished tables (bot/record/finish.h): a row for each, and one for each person who
-- sat in its game. They outlive the table's record; person 0 is somebody who was forgotten.
CREATE TABLE result (
    table_id INTEGER PRIMARY KEY,
    ended_ms INTEGER NOT NULL,
    room TEXT NOT NULL, -- that it counts for: "adapter/room", of a thread its channel
    server TEXT NOT NULL, -- "adapter/server", or ""
    about TEXT NOT NULL,
    sum INTEGER
);
CREATE INDEX result_room ON result (room, ended_ms);
CREATE INDEX result_server ON result (server, ended_ms);

CREATE TABLE result_seat (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL,
    person INTEGER NOT NULL,
    about TEXT NOT NULL,
    sum INTEGER
);
CREATE INDEX result_seat_table ON result_seat (table_id);
CREATE INDEX result_seat_person ON result_seat (person);
