import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { legaliseSheetName } from '../../rooms/sheet/package.ts'
import { anyCharacter } from '../../support/any-character.ts'

describe('a sheet name', () => {
  it.each([
    ['Results', [], 'Results'],
    ['Results', ['results'], 'Results (2)'],
    ['RESULTS', ['results', 'results (2)'], 'RESULTS (3)'],
    ['a:b\\c/d?e*f[g]', [], 'a_b_c_d_e_f_g_'],
    ["'quoted'", [], 'quoted'],
    ["Bob's", [], "Bob's"],
    ['', [], 'Sheet'],
    ['  ', [], 'Sheet'],
    ['History', [], 'History_'],
    ['tab\there', [], 'tab here'],
    ['x'.repeat(40), [], 'x'.repeat(31)],
    ['x'.repeat(40), ['x'.repeat(31)], `${'x'.repeat(27)} (2)`],
    [`${'x'.repeat(30)}😀`, [], 'x'.repeat(30)],
  ])('%j beside %j becomes %j', (wanted, taken, expected) => {
    expect(legaliseSheetName(wanted, new Set(taken))).toBe(expected)
  })

  it('is always one that Excel allows', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 50 }), (wanted) => {
        const name = legaliseSheetName(wanted, new Set())
        expect(name.length).toBeGreaterThan(0)
        expect(name.length).toBeLessThanOrEqual(31)
        expect(name).not.toMatch(/[:\\/?*[\]\x00-\x1f]|^'|'$/)
      }),
      { seed: 20260301 },
    )
  })
})
