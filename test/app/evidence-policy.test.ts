import { describe, expect, it } from 'vitest'
import { toEvidencePolicy } from '../rooms/app.ts'

describe('what the statuses of a service are said to prove', () => {
  it('is nothing of one’s own unless it is said', () => {
    expect(toEvidencePolicy({})).toEqual({ retryStatuses: new Set(), distrustStatuses: new Set() })
  })

  it('holds what is promised and what is distrusted', () => {
    const policy = toEvidencePolicy({ retryStatuses: [520], distrustStatuses: [429, 503, 421, 425] })
    expect(policy).toEqual({ retryStatuses: new Set([520]), distrustStatuses: new Set([429, 503, 421, 425]) })
  })

  it.each([
    [
      'both',
      { retryStatuses: [503, 520], distrustStatuses: [503] },
      '503 is in both ‹retryStatuses› and ‹distrustStatuses›',
    ],
    [
      'a status that proves nothing anyway',
      { distrustStatuses: [500] },
      '‹distrustStatuses› takes 421, 425, 429, 503, not 500',
    ],
  ])('is refused: %s', (_, wishes, message) => {
    expect(() => toEvidencePolicy(wishes)).toThrow(expect.objectContaining({ code: 'usage', message }))
  })
})
