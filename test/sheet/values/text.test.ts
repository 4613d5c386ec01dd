import { describe, expect, it } from 'vitest'
import { readText } from '../../rooms/sheet/values.ts'
import type { Cell } from '../../rooms/sheet.ts'

describe('readText', () => {
  it.each<[Cell, string]>([
    [{ t: 's', v: '  Anna  Maria ' }, 'Anna  Maria'],
    [{ t: 's', v: '\u00a0\u200bAnna\ufeff' }, 'Anna'],
    [{ t: 's', v: 'one\r\ntwo\rthree\tfour' }, 'one\ntwo\nthree\tfour'],
    [{ t: 's', v: 'Ame\u0301lie' }, 'Amélie'],
    [{ t: 's', v: '="007"' }, '007'],
    [{ t: 's', v: '="a ""b"""' }, 'a "b"'],
    [{ t: 's', v: "'=1+1" }, '=1+1'],
    [{ t: 's', v: "'+49 30 123" }, '+49 30 123'],
    [{ t: 's', v: "'s-Hertogenbosch" }, "'s-Hertogenbosch"],
    [{ t: 's', v: '=1+1' }, '=1+1'],
    [{ t: 's', v: '👩‍💻 x' }, '👩‍💻 x'],
    [{ t: 'n', v: 12 }, '12'],
    [{ t: 'n', v: 0.1 + 0.2 }, '0.3'],
    [{ t: 'n', v: 123, f: '00000' }, '00123'],
    [{ t: 'b', v: true }, 'TRUE'],
    [{ t: 'd', v: '2026-03-01T00:00:00' }, '2026-03-01'],
    [{ t: 's', v: 'x'.repeat(32_767) }, 'x'.repeat(32_767)],
  ])('%j reads as %j', (cell, value) => {
    expect(readText(cell)).toEqual({ ok: true, value })
  })

  it.each<[Cell, string]>([
    [{ t: 'e', v: '#N/A' }, 'must hold a value, not the error #N/A'],
    [{ t: 's', v: '#REF!' }, 'must hold a value, not the error #REF!'],
    [{ t: 's', v: ' \u200b' }, 'must not be empty'],
    [{ t: 'z' }, 'must not be empty'],
    [{ t: 's', v: 'x'.repeat(32_768) }, 'must have at most 32,767 characters; it has 32,768'],
    [{ t: 's', v: 'a\u0007' }, 'must not contain the character U+0007, which cannot be shown (at position 2)'],
    [{ t: 's', v: 'M\ufffdller' }, 'must not contain the character U+FFFD, which cannot be shown (at position 2)'],
    [{ t: 's', v: 'a\ud800' }, 'must not contain the character U+D800, which cannot be shown (at position 2)'],
  ])('%.60j is refused', (cell, rule) => {
    expect(readText(cell)).toMatchObject({ ok: false, rule })
  })
})
