import { earlierVersionsAreOnlyErased } from './forgetting.ts'

/** A migration: earlier versions of a file have no login, and their times are as all others, to be moved there and back. */
export const earlierVersions = `
  DROP TRIGGER earlier_versions_are_only_erased ON earlier_versions;
  ALTER TABLE earlier_versions ALTER COLUMN login DROP NOT NULL, ALTER COLUMN replaced_at DROP DEFAULT;
  ALTER TABLE earlier_versions
    ALTER COLUMN replaced_at TYPE bigint USING CAST(EXTRACT(EPOCH FROM replaced_at) * 1000 AS bigint),
    ALTER COLUMN replaced_at SET DEFAULT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS bigint);
  ${earlierVersionsAreOnlyErased}
`
