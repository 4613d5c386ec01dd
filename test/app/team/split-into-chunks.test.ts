import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Span, splitIntoChunks } from '../../rooms/app/team.ts'

describe('a run is cut', () => {
  it.each<[string, number, Span[], Span[]]>([
    ['into nothing when it has no rows', 0, [], []],
    ['into one when it is small', 7, [], [{ first: 0, last: 6 }]],
    [
      'into equal parts, and what is left',
      25,
      [],
      [
        { first: 0, last: 9 },
        { first: 10, last: 19 },
        { first: 20, last: 24 },
      ],
    ],
    [
      'past a row that must come after one before the cut',
      25,
      [{ first: 9, last: 12 }],
      [
        { first: 0, last: 12 },
        { first: 13, last: 22 },
        { first: 23, last: 24 },
      ],
    ],
    [
      'past all that hang together one by one',
      25,
      [
        { first: 12, last: 24 },
        { first: 9, last: 12 },
      ],
      [{ first: 0, last: 24 }],
    ],
  ])('%s', (_, rows, spans, chunks) => {
    expect(splitIntoChunks(rows, spans)).toEqual(chunks)
  })

  it('into at most 64 parts until they are as large as they may be', () => {
    expect(splitIntoChunks(6_400, [])).toHaveLength(64)
    expect(splitIntoChunks(100_000, [])).toHaveLength(500)
  })

  it('so that each row is in one chunk, and what hangs together is too', () => {
    const span = fc.tuple(fc.nat(999), fc.nat(999)).map(([a, b]) => ({ first: Math.min(a, b), last: Math.max(a, b) }))
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 20_000 }), fc.array(span, { maxLength: 30 }), (rows, spans) => {
        const chunks = splitIntoChunks(rows, spans)
        expect(chunks[0]?.first).toBe(0)
        expect(chunks.at(-1)?.last).toBe(rows - 1)
        for (const [index, { first }] of chunks.entries()) {
          if (index > 0) expect(first).toBe((chunks[index - 1]?.last ?? Number.NaN) + 1)
        }
        for (const { first, last } of spans) {
          expect(chunks.filter((chunk) => chunk.first <= last && first <= chunk.last)).toHaveLength(1)
        }
      }),
      { numRuns: 50 },
    )
  })
})
