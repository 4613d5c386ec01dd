import { describe, expect, it } from 'vitest'
import { held, record, submission, view } from '../write/views.ts'

describe('a row of the output', () => {
  it('has its cells, its request, its result and what is to be said of it', () => {
    const scored = view(
      record({
        cells: '[{"t":"s","v":"E1"}]',
        warnings: '[{"field":"workingDays","cell":"","heading":"","value":"","rule":"is odd","hint":""}]',
        of: { state: 'done', identifier: 'A-1', result: '{"overallTrip":6.5}' },
      }),
    )
    expect(scored).toMatchObject({
      cells: [{ t: 's', v: 'E1' }],
      request: { employeeId: 'E1', destination: 'Spain' },
      result: { overallTrip: 6.5 },
      warnings: [{ field: 'workingDays' }],
      problem: '',
      hint: '',
    })
  })

  it('has no getters, each of which would keep its row from being collected early', () => {
    const properties = Object.values(Object.getOwnPropertyDescriptors(view(record({ of: {} }))))
    expect(properties.filter(({ get }) => get !== undefined)).toEqual([])
  })

  it('asks the operation for the hint of a refusal', () => {
    const refused = view(record({ of: { state: 'rejected', problemField: 'x', problem: 'no' } }))
    expect(refused.hint).toBe('hint for x: no')
  })

  it('kept shows its earlier version, scores and all', () => {
    const scored = submission({ id: 9, state: 'done', identifier: 'A-9', result: '{"overallTrip":6.5}' })
    const row = view(held('kept', { orphan: 9 }, { state: 'ready' }), [scored])
    expect([row.submission, row.result, row.problem]).toEqual([scored, { overallTrip: 6.5 }, ''])
  })

  it.each(['duplicate', 'changed', 'invalid', 'skipped'] as const)(
    '%s shows nothing of the submission that it only points at',
    (state) => {
      const row = view(held(state, {}, { state: 'done', identifier: 'A-1', result: '{"overallTrip":6.5}' }))
      expect([row.submission, row.request, row.result, row.eventId]).toEqual([undefined, {}, {}, ''])
    },
  )
})
