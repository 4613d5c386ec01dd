import { describe, expect, it } from 'vitest'
import { findHomoglyphs, hasMixedScripts } from '../../rooms/sheet/values.ts'

describe('findLookAlikes', () => {
  it.each([
    ['Сурrus', 'Cyprus', ['“С” is Cyrillic', '“у” is Cyrillic', '“р” is Cyrillic']],
    ['Ιtaly', 'Italy', ['“Ι” is Greek']],
    ['Ѕраin', 'Spain', ['“Ѕ” is Cyrillic', '“р” is Cyrillic', '“а” is Cyrillic']],
  ])('%s passes for %s', (text, latin, found) => {
    expect(findHomoglyphs(text)).toEqual({ latin, found })
  })

  it.each(['Spain', 'Türkiye', '日本', ''])('finds none in %j', (text) => {
    expect(findHomoglyphs(text)).toBeUndefined()
  })
})

describe('hasMixedAlphabets', () => {
  it.each([
    ['Сyprus', true],
    ['Ιtaly', true],
    ['Cyprus', false],
    ['Кипр', false],
    ['Кипр (Cyprus)', false],
    ['Côte d’Ivoire', false],
  ])('%s: %s', (text, isMixed) => {
    expect(hasMixedScripts(text)).toBe(isMixed)
  })
})
