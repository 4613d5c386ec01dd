import { describe, expect, it } from 'vitest'
import { submissionStates, transitions } from '../../../rooms/contract.ts'
import type { Database } from '../../../rooms/support.ts'
import { createWorkspace, drive, load, trip } from '../../workspace.ts'

function insert(db: Database, state: string): number {
  db.prepare("INSERT INTO targets (address, company) VALUES ('x', 'y') ON CONFLICT DO NOTHING").run()
  const { next } = db.prepare<[], { next: number }>('SELECT COUNT(*) AS next FROM submissions').get() ?? { next: 0 }
  return Number(
    db
      .prepare(
        `INSERT INTO submissions (operation, target_id, request_hash, ordinal, generation, request, state)
         VALUES ('assess', 1, x'00', ?, 0, '{}', ?)`,
      )
      .run(next, state).lastInsertRowid,
  )
}

describe('the schema, whatever statement comes', () => {
  it('lets a submission move along the state diagram only', () => {
    const workspace = createWorkspace()
    workspace.open()
    const db = workspace.connect()
    const allowed = Object.fromEntries(
      submissionStates.map((from) => [
        from,
        submissionStates.filter((to) => {
          if (from === to) return false
          const id = insert(db, from)
          try {
            db.prepare('UPDATE submissions SET state = ? WHERE id = ?').run(to, id)
            return true
          } catch {
            return false
          }
        }),
      ]),
    )
    const sorted = Object.entries(transitions).map(([from, to]) => [
      from,
      submissionStates.filter((state) => to.includes(state)),
    ])
    expect(allowed).toEqual(Object.fromEntries(sorted))
  })

  it.each([
    ['changes a line of the attempt log', "UPDATE attempts SET detail = 'nothing happened'", 'append-only'],
    [
      'erases a line of the attempt log',
      "UPDATE attempts SET detail = '', salt = NULL, erased_digest = 'ff'",
      'append-only',
    ],
    ['calls a whole submission forgotten', 'UPDATE submissions SET forgotten_at = 1', 'has no content'],
    ['deletes a line of the attempt log', 'DELETE FROM attempts', 'append-only'],
    ['changes an identifier', "UPDATE submissions SET identifier = 'R-other'", 'never changed'],
    ['removes an identifier', 'UPDATE submissions SET identifier = NULL', 'never changed'],
    ['deletes what was sent', 'DELETE FROM submissions', 'never deleted'],
    ['forgets a row before its submission', 'UPDATE rows SET submission_id = NULL', 'CHECK constraint'],
    [
      'invents a state',
      "INSERT INTO submissions (operation, target_id, request_hash, ordinal, generation, request, state) VALUES ('assess', 1, x'99', 0, 0, '{}', 'scored')",
      'CHECK constraint',
    ],
  ])('nothing %s', async (_title, sql, refusal) => {
    const workspace = createWorkspace()
    const ledger = workspace.open()
    const run = await load(ledger, [trip('E1 March Spain')])
    await drive(ledger, (await ledger.submissions.readyPage(run, -1, 1))[0]?.id ?? Number.NaN, 'accepted')
    expect(() => workspace.connect().exec(sql)).toThrow(refusal)
  })

  it('nothing gives an identifier a second owner', async () => {
    const workspace = createWorkspace()
    const ledger = workspace.open()
    const run = await load(ledger, [trip('E1 March Spain'), trip('E2 March Spain')])
    const [one = 0, two = 0] = (await ledger.submissions.readyPage(run, -1, 2)).map(({ id }) => id)
    await drive(ledger, one, 'accepted')
    await drive(ledger, two, 'sending')
    const give = `UPDATE submissions SET state = 'accepted', identifier = 'R-${one}' WHERE id = ${two}`
    expect(() => workspace.connect().exec(give)).toThrow('belongs to one submission')
  })
})
