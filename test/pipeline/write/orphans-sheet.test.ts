import { describe, expect, it } from 'vitest'
import type { Submission } from '../../rooms/ledger/port.ts'
import { assess, decide, invite } from '../../rooms/operations.ts'
import type { Operation } from '../../rooms/pipeline/model.ts'
import { fillLine } from '../../rooms/pipeline/tables.ts'
import { explainOrphan, orphansTable } from '../../rooms/pipeline/write.ts'
import { asRecord, sentAt, submission } from './views.ts'

const gone = { why: 'taken out of the sheet', latest: undefined }

describe('Orphans', () => {
  it('has every identifier that no row stands for any more, why, what was decided last, and an empty column to cancel in', () => {
    const orphan = submission({ state: 'done', identifier: 'A-9', reportUrl: 'https://reports.example/A-9', sentAt })
    const line = fillLine(orphansTable(assess), {
      orphan: { ...orphan, replacement: submission({ identifier: 'A-new' }) },
      why: 'replaced by row 5',
      latest: { request: '{"status":"Pending"}', state: 'unknown', at: 0 },
    })
    expect(asRecord(orphansTable(assess), line)).toMatchObject({
      assessmentId: 'A-9',
      reportUrl: 'https://reports.example/A-9',
      outcome: 'scored',
      employeeId: 'E1',
      why: 'replaced by row 5',
      replacedBy: 'A-new',
      lastDecision: 'Pending, perhaps',
      cancel: '',
    })
  })

  it('has also what may have been created', () => {
    const orphan = submission({ state: 'unknown', problem: 'time-out' })
    const line = fillLine(orphansTable(assess), { orphan: { ...orphan, replacement: undefined }, ...gone })
    expect(asRecord(orphansTable(assess), line)).toMatchObject({
      assessmentId: '',
      outcome: 'unknown',
      problem: 'time-out',
    })
  })

  it.each<[string, Operation, string[], boolean]>([
    ['assess', assess, ['assessmentId', 'reportUrl', 'outcome'], true],
    ['decide', decide, ['outcome', 'assessmentId', 'status'], false],
    ['invite', invite, ['userId', 'outcome', 'staff_id'], false],
  ])(
    'of %s begins with what that gives, shows it there, and asks only what can be cancelled',
    (_, given, begins, asks) => {
      const sheet = orphansTable(given)
      expect(sheet.columns.slice(0, 3).map(({ heading }) => heading)).toEqual(begins)
      expect(sheet.columns.some(({ heading }) => heading === 'cancel')).toBe(asks)
      const orphan = { ...submission({ state: 'done', identifier: 'X-9' }), replacement: undefined }
      const line = fillLine(sheet, { orphan, ...gone })
      expect(asRecord(sheet, line)).toMatchObject({
        outcome: given.output.doneWord,
        ...(begins[0] === 'outcome' ? {} : { [begins[0] ?? '']: 'X-9' }),
      })
    },
  )
})

describe('why there is an orphan', () => {
  const namesake = { rowAddress: 'row 7', state: 'invalid', field: 'employeeId' }

  it.each<[Partial<Submission> | undefined, string | undefined, typeof namesake | undefined, string]>([
    [undefined, undefined, undefined, 'taken out of the sheet'],
    [
      undefined,
      undefined,
      namesake,
      'not found in the sheet; perhaps row 7, which is invalid and has the same Employee ID',
    ],
    [{ state: 'done', identifier: 'A-2' }, 'row 5', namesake, 'replaced by row 5'],
    [{ state: 'accepted', identifier: 'A-2' }, 'row 5 of EMEA', undefined, 'replaced by row 5 of EMEA'],
    [{ state: 'done', identifier: 'A-2' }, undefined, undefined, 'replaced by A-2'],
    [{ state: 'rejected' }, 'row 5', undefined, 'to be replaced by row 5, which is rejected'],
    [{ state: 'unknown' }, 'row 5', undefined, 'to be replaced by row 5, which is unknown'],
  ])('%j, now in %s: %j is said as %s', (replacement, successor, found, why) => {
    const orphan = { replacement: replacement === undefined ? undefined : submission(replacement) }
    expect(explainOrphan(orphan, { successor, namesake: found }, 'scored')).toBe(why)
  })
})
