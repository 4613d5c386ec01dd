-- A checksum of each part of a submission, instead of one of its content and one of all that sending changes.

ALTER TABLE submissions RENAME COLUMN outcome_sum TO state_sum;
      ALTER TABLE submissions ADD COLUMN sent_sum INTEGER;
      ALTER TABLE submissions ADD COLUMN accepted_sum INTEGER;
      ALTER TABLE submissions ADD COLUMN done_sum INTEGER;
      ALTER TABLE submissions ADD COLUMN names_sum INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE submissions ADD COLUMN result_sum INTEGER NOT NULL DEFAULT 0
