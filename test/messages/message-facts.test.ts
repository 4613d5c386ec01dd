import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { makeMessageFacts } from './make-message-facts.ts'

const read = (file: string): string => readFileSync(new URL(`../../src/messages/${file}`, import.meta.url), 'utf8')

it('the facts of messages are those that the English words name, once it is built', () => {
  expect(read('message-facts.ts')).toBe(makeMessageFacts(JSON.parse(read('languages/english.json')).messages))
})

it('a fact is what the forms of its words ask for', () => {
  const made = makeMessageFacts({
    one: {
      text: '{file}[: {rows # row|# rows}]',
      hint: '{isNew yes|no}{near . Is “{near}” or {far} meant?}',
      cause: '{kind a=x|b=y|undefined=z}',
    },
    two: { text: '{names or} in {place a=here|there}, {own #|another}', page: { hint: '{first.long}' }, own: ['x'] },
    none: { text: 'no' },
    'halt-none': { text: '{count}' },
  })
  const facts = [
    "'one': { file: Shown; rows: number; isNew: boolean; near?: unknown; far?: unknown; kind: 'a' | 'b' | undefined }",
    "'two': { names: unknown; place: Shown; own: unknown; first: unknown }",
    "'none': Record<never, never>",
  ]
  expect(made).toContain(`{ ${facts.join('; ')} }`)
})
