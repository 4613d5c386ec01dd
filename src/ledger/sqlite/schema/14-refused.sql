-- What was refused is read by field and value, newest first: few of many submissions.

CREATE INDEX submissions_refused ON submissions (target_id, operation, id) WHERE state = 'rejected';
