CREATE TABLE assessment (
  seq INTEGER PRIMARY KEY,
  assessment_id TEXT NOT NULL UNIQUE,
  company TEXT NOT NULL,
  input TEXT NOT NULL, -- JSON, the known fields as sent
  created_at INTEGER NOT NULL, -- milliseconds since 1970
  ready_at INTEGER NOT NULL,
  compliance_team_member_id TEXT NOT NULL DEFAULT '',
  manager_id TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE decision (
  seq INTEGER PRIMARY KEY,
  assessment_id TEXT NOT NULL REFERENCES assessment (assessment_id),
  status TEXT NOT NULL,
  compliance_team_member_id TEXT NOT NULL,
  manager_id TEXT NOT NULL,
  cancelled_by_staff_id TEXT NOT NULL,
  note TEXT NOT NULL,
  external_event_id TEXT NOT NULL,
  decided_at INTEGER NOT NULL
) STRICT;
CREATE INDEX decision_assessment ON decision (assessment_id, seq);
CREATE TABLE staff (
  company TEXT NOT NULL,
  staff_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  role TEXT NOT NULL DEFAULT 'Approver',
  first_name TEXT NOT NULL DEFAULT '',
  last_name TEXT NOT NULL DEFAULT '',
  email TEXT COLLATE NOCASE,
  created_at INTEGER NOT NULL,
  activated_at INTEGER,
  PRIMARY KEY (company, staff_id)
) STRICT;
CREATE UNIQUE INDEX staff_email ON staff (company, email);
