import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readInteger } from '../../rooms/sheet/values.ts'
import type { Cell } from '../../rooms/sheet.ts'

const text = (v: string): Cell => ({ t: 's', v })

describe('readInteger', () => {
  it.each<[Cell, number]>([
    [{ t: 'n', v: 12 }, 12],
    [{ t: 'n', v: 0 }, 0],
    [{ t: 'n', v: -0 }, 0],
    [{ t: 'n', v: 12, f: '0.00' }, 12],
    [{ t: 'n', v: 12, f: '0 "days"' }, 12],
    [{ t: 'n', v: 2.9999999999999996 }, 3],
    [text('12'), 12],
    [text(' 12\u00a0'), 12],
    [text('+12'), 12],
    [text('007'), 7],
    [text('12.0'), 12],
    [text('12,00'), 12],
    [text('12.'), 12],
    [text('0,000'), 0],
    [text('1 234'), 1234],
    [text('1\u00a0234'), 1234],
    [text('1\u202f234'), 1234],
    [text('1’234'), 1234],
    [text("1'234'567"), 1_234_567],
    [text('1,234,567'), 1_234_567],
    [text('1.234.567'), 1_234_567],
    [text('1,234.00'), 1234],
    [text('1.234,0'), 1234],
    [text('１２'), 12],
    [text('="12"'), 12],
  ])('%j reads as %d', (cell, value) => {
    expect(readInteger(cell, { min: 0 })).toEqual({ ok: true, value })
  })

  it.each<[Cell, string]>([
    [{ t: 'n', v: 12.5 }, ''],
    [{ t: 'n', v: 12.5, f: '0' }, 'The cell shows 13 but holds 12.5.'],
    [{ t: 'n', v: -1 }, ''],
    [{ t: 'n', v: 1, f: '0%' }, 'The cell shows 100% but holds 1.'],
    [{ t: 'n', v: 1, f: '[h]:mm' }, 'duration'],
    [{ t: 'n', v: 1e16 }, 'too large'],
    [{ t: 'd', v: '1900-01-14T00:00:00' }, 'shows 1900-01-14; formatted as a number it would be 14.'],
    [{ t: 'd', v: '2026-03-01T00:00:00' }, 'would be 46082.'],
    [{ t: 'b', v: true }, ''],
    [text('12.5'), ''],
    [text('12,5'), ''],
    [text('.5'), ''],
    [text('-3'), ''],
    [text('−3'), ''],
    [text('1,234'), '“1,234” can be 1234 or 1.234: write 1234 without a separator if that is meant.'],
    [text('1.234'), '“1.234” can be 1234 or 1.234'],
    [text('12,000'), '“12,000” can be 12000 or 12.000'],
    [text('1,234,56'), 'Write digits only.'],
    [text('1,23,456'), 'Write digits only.'],
    [text('1 2'), 'Write digits only.'],
    [text('12 days'), 'Write the number alone: 12.'],
    [text('ca. 12'), 'Write the number alone: 12.'],
    [text('10-12'), 'Write digits only.'],
    [text('1e3'), 'Write digits only.'],
    [text('none'), 'Write digits only.'],
    [text('99999999999999999999'), 'too large'],
  ])('%j is refused', (cell, hint) => {
    const reading = readInteger(cell, { min: 0 })
    expect(reading).toMatchObject({
      ok: false,
      rule: 'must be a whole number of 0 or more',
      hint: hint === '' ? '' : expect.stringContaining(hint),
    })
  })

  it.each<[Cell, string]>([
    [{ t: 'e', v: '#VALUE!' }, '#VALUE!'],
    [text('#DIV/0!'), '#DIV/0!'],
    [text('\u200b'), 'empty'],
  ])('%j is refused by name', (cell, rule) => {
    expect(readInteger(cell, { min: 0 })).toMatchObject({ ok: false, rule: expect.stringContaining(rule) })
  })

  it('keeps to its least value', () => {
    expect(readInteger(text('0'), { min: 1 })).toMatchObject({ ok: false, rule: 'must be a whole number of 1 or more' })
    expect(readInteger(text('-3'), { min: -5 })).toEqual({ ok: true, value: -3 })
  })

  it('reads every whole number alike from a number, its text and its text with decimals', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (value) => {
        for (const cell of [
          { t: 'n', v: value } as const,
          text(String(value)),
          text(`${value}.0`),
          text(`${value},00`),
        ]) {
          expect(readInteger(cell, { min: 0 })).toEqual({ ok: true, value })
        }
      }),
      { seed: 7 },
    )
  })
})
