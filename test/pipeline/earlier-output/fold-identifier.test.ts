import { expect, it } from 'vitest'
import { foldIdentifier } from '../../rooms/pipeline/earlier-output.ts'

it.each([
  ['1795302789514x315494794012625196', '1795302789514x315494794012625196'],
  ["'-Nx17953", '-Nx17953'],
  ['-Nx17953', '-Nx17953'],
  [' id-7 ', 'id-7'],
  ["'\ttab", 'tab'],
  ['a\u0001b', 'a b'],
  ['a\ufffdb', 'a b'],
  ['a\r\nb', 'a b'],
  ['a\ud800b', 'a b'],
])('%j is compared as %j', (identifier, folded) => {
  expect(foldIdentifier(identifier)).toBe(folded)
  expect(foldIdentifier(folded)).toBe(folded)
})
