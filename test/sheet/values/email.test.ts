import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEmail } from '../../rooms/sheet/values.ts'
import type { Cell } from '../../rooms/sheet.ts'

function read(text: string): ReturnType<typeof readEmail> {
  return readEmail({ t: 's', v: text })
}

const address = 'ann.lee@example.com'

describe('an e-mail address', () => {
  it.each([
    [address],
    [`  ${address}\t`],
    [`${address}\r\n`],
    [`\n${address}`],
    [`\u00a0${address}\u200b`],
    [`mailto:${address}`],
    [`MAILTO: ${address}`],
    [`="${address}"`],
  ])('written %j is read without what is around it', (written) => {
    expect(read(written)).toEqual({ ok: true, value: address })
  })

  it.each([
    [`Ann Lee <${address}>`],
    [`"Lee, Ann" <${address}>`],
    [`Ann Lee\n<${address}>`],
    [`Ann Lee\r\n< ${address} >`],
    [`Ann Lee <mailto:${address}>`],
    [`<${address}>`],
  ])('with a name around it, %j, is read alone, and that is said', (written) => {
    expect(read(written)).toMatchObject({
      ok: true,
      value: address,
      warning: { rule: `only the address ${address} is used.` },
    })
  })

  it.each(['Ann+tag@example.com', "o'neil@example.co.uk", 'x@sub.domain.example', 'UPPER@EXAMPLE.COM', '0@a.io'])(
    '%s stays as it is',
    (written) => {
      expect(read(written)).toEqual({ ok: true, value: written })
    },
  )

  it.each([
    ['ann.lee@\nexample.com', 'without spaces or line breaks inside'],
    ['ann lee@example.com', 'without spaces or line breaks inside'],
    [`${address}; bob@example.com`, 'without spaces or line breaks inside'],
    [`${address}\nbob@example.com`, 'without spaces or line breaks inside'],
    [`${address},bob@example.com`, 'must be an e-mail address'],
    [`Ann <${address}> Bob <bob@example.com>`, 'must be'],
    ['Ann Lee', 'must be'],
    ['Ann Lee <>', 'must be'],
    ['ann.lee', 'must be an e-mail address'],
    ['@example.com', 'must be an e-mail address'],
    ['ann@example', 'must be an e-mail address'],
    ['ann@@example.com', 'must be an e-mail address'],
    ['ann\u200b@example.com', 'must be an e-mail address'],
    ['#N/A', 'not the error #N/A'],
    ['\u00a0 ', 'must not be empty'],
  ])('%j is refused', (written, words) => {
    expect(read(written)).toMatchObject({ ok: false, rule: expect.stringContaining(words) })
  })

  it.each<Cell>([
    { t: 'n', v: 7 },
    { t: 'b', v: true },
    { t: 'd', v: '2026-03-01T00:00:00.000' },
    { t: 'e', v: '#REF!' },
    { t: 'z' },
  ])('is never a cell such as %j', (cell) => {
    expect(readEmail(cell).ok).toBe(false)
  })

  it('that was read has no white space, and reads as itself', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.tuple(fc.string(), fc.emailAddress(), fc.string()).map((parts) => parts.join('')),
      fc.tuple(fc.string(), fc.emailAddress()).map(([name, email]) => `${name} <${email}>`),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const reading = read(text)
        if (!reading.ok) return
        expect(reading.value).not.toMatch(/\s/)
        expect(read(reading.value)).toEqual({ ok: true, value: reading.value })
      }),
      { seed: 4 },
    )
  })
})
