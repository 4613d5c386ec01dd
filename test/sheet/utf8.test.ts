import fc from 'fast-check'
import { expect, it } from 'vitest'
import { wholeCharacters } from '../rooms/sheet/package.ts'

async function join(bytes: Buffer, step: number): Promise<string | undefined> {
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step)
  }
  let text = ''
  for await (const whole of wholeCharacters(pieces())) {
    if (whole === undefined) return undefined
    text += whole.toString('utf8')
  }
  return text
}

it('cuts no character, whatever the chunks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 7 }), async (text, step) => {
      expect(await join(Buffer.from(text), step)).toBe(text)
    }),
  )
})

it.each([
  ['\xe9t\xe9', 1],
  ['caf\xc3', 2],
  ['\xed\xa0\x80', 1],
  ['\x80\x80\x80\x80', 3],
])('%j is not UTF-8', async (bytes, step) => {
  expect(await join(Buffer.from(bytes, 'latin1'), step)).toBeUndefined()
})
