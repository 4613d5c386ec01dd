-- `kept` is 1 once a person let the earlier version of an edited row stand.

ALTER TABLE submissions ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;
CREATE TABLE rows_anew (run_id INTEGER NOT NULL REFERENCES runs (id), seq INTEGER NOT NULL, sheet INTEGER NOT NULL,
  row_number INTEGER NOT NULL,
  is_hidden INTEGER NOT NULL, cells TEXT NOT NULL, warnings TEXT, order_key TEXT, request_hash BLOB, ordinal INTEGER,
  submission_id INTEGER REFERENCES submissions (id), held TEXT CHECK (held = 'invalid' OR held = 'duplicate' OR held = 'changed'
    OR held = 'kept' OR held = 'skipped'), detail TEXT,
  was_done INTEGER NOT NULL DEFAULT 0, was_named INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (run_id, seq), CHECK (held IS NOT NULL OR submission_id IS NOT NULL)) STRICT, WITHOUT ROWID;

INSERT INTO rows_anew SELECT * FROM rows;
DROP TABLE rows;
ALTER TABLE rows_anew RENAME TO rows;

CREATE INDEX rows_by_submission ON rows (submission_id) WHERE submission_id IS NOT NULL;
CREATE INDEX rows_by_order ON rows (run_id, order_key, seq) WHERE order_key IS NOT NULL;
CREATE INDEX rows_by_content ON rows (run_id, request_hash, ordinal) WHERE request_hash IS NOT NULL;
