import { describe, expect, it } from 'vitest'
import { classifyDateOrder, DateOrderChecker, parseDatePattern } from '../../rooms/sheet/values.ts'

describe('what one date tells of the order of day and month', () => {
  it.each([
    ['23/04/2026', 'DD/MM/YYYY', { kind: 'decides' }],
    ['04/23/2026', 'MM/DD/YYYY', { kind: 'decides' }],
    ['23/04/2026', 'MM/DD/YYYY', { kind: 'contradicts', pattern: 'DD/MM/YYYY' }],
    ['04/23/2026', 'DD/MM/YYYY', { kind: 'contradicts', pattern: 'MM/DD/YYYY' }],
    ['03/04/2026', 'DD/MM/YYYY', { kind: 'open' }],
    ['03.04.26', 'DD.MM.YY', { kind: 'open' }],
    ['05/05/2026', 'DD/MM/YYYY', { kind: 'silent' }],
    ['3 Apr 2026', 'D MMM YYYY', { kind: 'decides' }],
    ['2026-04-03', 'DD/MM/YYYY', { kind: 'silent' }],
    ['Apr 23, 2026', 'DD/MM/YYYY', { kind: 'silent' }],
    ['soon', 'DD/MM/YYYY', { kind: 'silent' }],
    ['31/02/2026', 'DD/MM/YYYY', { kind: 'silent' }],
  ] as const)('%s by %s', (text, pattern, hint) => {
    expect(classifyDateOrder(text, parseDatePattern(pattern))).toEqual(hint)
  })
})

describe('the dates of a column', () => {
  it('name the first cell that decides, and the first that contradicts', () => {
    const order = new DateOrderChecker(parseDatePattern('DD/MM/YYYY'))
    for (const [index, text] of ['03/04/2026', '23/04/2026', '24/04/2026', '04/25/2026', '04/26/2026'].entries()) {
      order.observe(text, `C${index + 2}`)
    }
    expect([order.open, order.decidedBy, order.contradiction]).toEqual([1, 'C3', { cell: 'C5', pattern: 'MM/DD/YYYY' }])
  })
})
