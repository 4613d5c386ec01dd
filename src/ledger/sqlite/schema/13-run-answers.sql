-- What was answered about the sheet of a run, as JSON, under the digest of each file whose content it is about.

CREATE TABLE run_answers (digest TEXT NOT NULL, run_id INTEGER NOT NULL REFERENCES runs (id), answers TEXT NOT NULL,
  PRIMARY KEY (digest, run_id)) STRICT, WITHOUT ROWID;
CREATE INDEX run_answers_by_run ON run_answers (run_id)
