import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BufferBuilder } from '../../../../src/sheet/enriching/copy/buffer-builder.ts'

it('what was put there comes out in its order, text as UTF-8, however much it is', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.string({ maxLength: 50 }),
      fc.string({ unit: 'grapheme', maxLength: 50 }),
      fc.uint8Array({ maxLength: 50 }),
    ),
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 4 }), fc.integer({ min: 1, max: 9_000 }), (batches, repeat) => {
      const gatherer = new BufferBuilder()
      for (const batch of batches) {
        const put = batch.map((piece) => (typeof piece === 'string' ? piece.repeat(repeat) : Buffer.from(piece)))
        for (const piece of put) typeof piece === 'string' ? gatherer.addText(piece) : gatherer.add(piece)
        const expected = Buffer.concat(put.map((piece) => Buffer.from(piece as string)))
        expect(gatherer.length).toBe(expected.length)
        expect(gatherer.view().equals(expected)).toBe(true)
        expect((gatherer.detach() ?? Buffer.alloc(0)).equals(expected)).toBe(true)
      }
      expect(gatherer.detach()).toBeUndefined()
    }),
    { numRuns: 30 },
  )
})

it('what was given away stays as it is, and a part of some bytes may be put there', () => {
  const gatherer = new BufferBuilder()
  gatherer.add(Buffer.from('abcdef'), 2, 4)
  const taken = gatherer.detach()
  gatherer.addText('xyz')
  expect([taken?.toString(), gatherer.view().toString()]).toEqual(['cd', 'xyz'])
  gatherer.clear()
  expect(gatherer.detach()).toBeUndefined()
})
