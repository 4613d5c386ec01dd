import fc from 'fast-check'
import { expect, it } from 'vitest'
import { StringStore } from '../../rooms/sheet/reading.ts'
import { anyCharacter } from '../../support/any-character.ts'

it('gives back every text as it was, lone surrogates and long ones too', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.string({ minLength: 250, maxLength: 400 }),
    fc.constant('\ud800'),
  )
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), (texts) => {
      const store = new StringStore()
      for (const one of texts) store.add(one)
      expect(texts.map((_, index) => store.get(index))).toEqual(texts)
      expect(store.get(texts.length)).toBeUndefined()
    }),
  )
})

it('grows past its first page and its cache', () => {
  const store = new StringStore()
  for (let index = 0; index < 30_000; index += 1) store.add(`text ${index} ${'x'.repeat(index % 200)}`)
  for (const index of [0, 1023, 1024, 4096, 8192, 29_999]) {
    expect(store.get(index)).toBe(`text ${index} ${'x'.repeat(index % 200)}`)
  }
  expect([-1, 0.5, Number.NaN, 30_000].map((index) => store.get(index))).toEqual(Array(4).fill(undefined))
})
