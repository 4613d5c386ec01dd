import { describe, expect, it } from 'vitest'
import { assess } from '../../../src/operations/assess.ts'
import { decide } from '../../../src/operations/decide.ts'
import { invite } from '../../../src/operations/invite.ts'
import type { Operation } from '../../../src/pipeline/terms/operation.ts'
import { listOrphan, planOrphans } from '../../../src/pipeline/write/orphans-sheet.ts'
import { asRecord, sentAt, submission } from './views.ts'

describe('Orphans', () => {
  const facts = { ...assess, request: { ...assess.request, tellingFields: ['employeeId'] } }

  it('has every identifier that was returned for a row that is gone, and what the row was', () => {
    const orphan = submission({ state: 'done', identifier: 'A-9', reportUrl: 'https://reports.example/A-9', sentAt })
    const line = asRecord(
      planOrphans(facts),
      listOrphan({ ...orphan, replacement: submission({ identifier: 'A-new' }) }, facts),
    )
    expect(line).toMatchObject({
      assessmentId: 'A-9',
      reportUrl: 'https://reports.example/A-9',
      outcome: 'scored',
      employeeId: 'E1',
      replacedBy: 'A-new',
    })
  })

  it('has also what may have been created', () => {
    const orphan = submission({ state: 'unknown', problem: 'time-out' })
    const line = asRecord(planOrphans(facts), listOrphan({ ...orphan, replacement: undefined }, facts))
    expect(line).toMatchObject({ assessmentId: '', outcome: 'unknown', problem: 'time-out' })
  })

  it.each<[string, Operation, string[]]>([
    ['assess', assess, ['assessmentId', 'reportUrl', 'outcome']],
    ['decide', decide, ['outcome', 'assessmentId', 'status']],
    ['invite', invite, ['userId', 'outcome', 'staff_id']],
  ])('of %s begins with what that gives, and shows it there', (_, given, begins) => {
    const sheet = planOrphans(given)
    expect(sheet.columns.slice(0, 3).map(({ heading }) => heading)).toEqual(begins)
    const line = listOrphan({ ...submission({ state: 'done', identifier: 'X-9' }), replacement: undefined }, given)
    expect(line).toHaveLength(sheet.columns.length)
    expect(asRecord(sheet, line)).toMatchObject({
      outcome: given.output.doneWord,
      ...(begins[0] === 'outcome' ? {} : { [begins[0] ?? '']: 'X-9' }),
    })
  })
})
