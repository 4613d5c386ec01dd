import { describe, expect, it } from 'vitest'
import { createFixList, findFix } from '../../rooms/sheet/values.ts'
import { type Cell, emptyCell, uncomputedCell } from '../../rooms/sheet.ts'

const list = createFixList({ Ja: 'Yes', x: 'Yes', '': 'No', 'Île-de-France': 'France', 3: 'Senior', true: 'Yes' })

describe('a fix list', () => {
  it.each<[string, Cell, string | undefined]>([
    ['the very text', { t: 's', v: 'Ja' }, 'Yes'],
    ['another case, and white space around it', { t: 's', v: '\u00a0 jA ' }, 'Yes'],
    ['other accents', { t: 's', v: 'ILE-DE-FRANCE' }, 'France'],
    ['a number cell that shows it', { t: 'n', v: 3 }, 'Senior'],
    ['a Yes/No cell that shows it', { t: 'b', v: true }, 'Yes'],
    ['a text that a program kept from being computed', { t: 's', v: '="x"' }, 'Yes'],
    ['an empty cell', emptyCell, 'No'],
    ['a cell of spaces', { t: 's', v: '  ' }, 'No'],
    ['what begins with it', { t: 's', v: 'Jane' }, undefined],
    ['a text that it means already', { t: 's', v: 'Yes' }, undefined],
    ['a formula that was never calculated', uncomputedCell, undefined],
    ['an error', { t: 'e', v: '#N/A' }, undefined],
    ['a date cell', { t: 'd', v: '2026-03-01T00:00:00' }, undefined],
    ['a text that nobody lists', { t: 's', v: 'x'.repeat(32_000) }, undefined],
  ])('has for %s', (_, cell, meant) => {
    expect(findFix(list, cell)?.meant).toBe(meant)
  })

  it('leaves alone what already has the value that it would get', () => {
    expect(findFix(createFixList({ germany: 'Germany' }), { t: 's', v: 'Germany' })).toBeUndefined()
  })

  it('may be missing', () => {
    expect(findFix(undefined, emptyCell)).toBeUndefined()
  })
})
