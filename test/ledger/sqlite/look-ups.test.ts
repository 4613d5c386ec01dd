import { expect, it, vi } from 'vitest'
import { Database } from '../../../src/support/sqlite.ts'
import { createWorkspace } from '../workspace.ts'

const isStatement = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i

/** What reads a whole table, or all of one target, where one row or one page is wanted: work that grows with the square. */
const readsTooMuch =
  /SCAN (?:submissions|rows|attempts|this|other)\b|sqlite_autoindex_submissions_1 \(operation=\? AND target_id=\?\)/

function explain(db: Database, sql: string): string {
  const statement = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
  const steps = statement.all(...(/@\w/.test(sql) ? [{}] : []))
  return steps.map(({ detail }) => detail).join('\n')
}

it('no statement of an open ledger reads more the more it holds', () => {
  const prepare = vi.spyOn(Database.prototype, 'prepare')
  createWorkspace().open()
  const [db] = prepare.mock.contexts
  const statements = [...new Set(prepare.mock.calls.map(([sql]) => sql))].filter((sql) => isStatement.test(sql))
  prepare.mockRestore()
  expect(statements.length).toBeGreaterThan(80)
  const plans = statements.map((sql) => ({ sql: sql.replace(/\s+/g, ' '), plan: explain(db as Database, sql) }))
  // Once at each opening, and only what is in doubt is in that index; and where a person answered beside an unknown row.
  const isOnPurpose = ({ plan, sql }: (typeof plans)[number]): boolean =>
    plan.includes('submissions_in_doubt') || sql.includes("state = 'unknown' AND sent_at IS NOT NULL")
  expect(plans.filter((each) => readsTooMuch.test(each.plan) && !isOnPurpose(each))).toEqual([])
})

it('the trigger that looks for another owner of an identifier finds it at once', () => {
  const { open, connect } = createWorkspace()
  open()
  const look = 'SELECT 1 FROM submissions WHERE identifier = ? AND operation = ? AND target_id = ? AND id <> ?'
  expect(explain(connect(), look)).toContain('submissions_by_identifier (identifier=? AND operation=? AND target_id=?)')
})
