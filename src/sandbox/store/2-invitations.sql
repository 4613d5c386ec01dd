CREATE TABLE invitation (
  token_hash BLOB PRIMARY KEY, -- SHA-256; the token is in the e-mail and nowhere else
  company TEXT NOT NULL,
  staff_id TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  FOREIGN KEY (company, staff_id) REFERENCES staff (company, staff_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX invitation_staff ON invitation (company, staff_id);
