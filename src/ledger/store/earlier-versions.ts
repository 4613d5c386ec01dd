/** The column of the version that counted right after a line of the log, if a later one has replaced it. */
export function replacedAfter(column: 'request' | 'result', submission: string, attempt: string): string {
  return `(SELECT earlier.${column} FROM earlier_versions AS earlier
    WHERE earlier.submission_id = ${submission} AND earlier.last_attempt >= ${attempt}
    ORDER BY earlier.last_attempt, earlier.replaced_at LIMIT 1)`
}
