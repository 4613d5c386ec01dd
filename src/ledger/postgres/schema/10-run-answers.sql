-- What was answered about the sheet of a run, as JSON, under the digest of each file whose content it is about.

CREATE TABLE run_answers (digest text NOT NULL, run_id bigint NOT NULL REFERENCES runs (id), answers text NOT NULL,
  PRIMARY KEY (digest, run_id));
CREATE INDEX run_answers_by_run ON run_answers (run_id);
