-- Created with the file, once: data deleted and created again under the same name has another id.
CREATE TABLE origin (id TEXT NOT NULL) STRICT;
INSERT INTO origin VALUES (lower(hex(randomblob(16))));
