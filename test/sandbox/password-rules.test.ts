import { describe, expect, it } from 'vitest'
import { checkPasswords } from '../rooms/sandbox/pages.ts'

const tooShort = { field: 'password', message: 'Choose a password of at least 12 characters.' }
const different = { field: 'repeated', message: 'Enter the same password a second time.' }

describe('two passwords', () => {
  it.each([
    ['of twelve characters', 'abcdefghijkl', 'abcdefghijkl', undefined],
    ['of spaces and accents', 'été à la mer', 'été à la mer', undefined],
    ['of eleven characters', 'abcdefghijk', 'abcdefghijk', tooShort],
    ['of eleven characters that take two units each', '😀'.repeat(11), '😀'.repeat(11), tooShort],
    ['that are empty', '', '', tooShort],
    ['that differ in case', 'abcdefghijkl', 'Abcdefghijkl', different],
    ['of which the second is missing', 'abcdefghijkl', '', different],
    ['that differ in a blank at the end', 'abcdefghijkl', 'abcdefghijkl ', different],
  ])('%s', (_name, password, repeated, problem) => {
    expect(checkPasswords(password, repeated)).toEqual(problem)
  })
})
