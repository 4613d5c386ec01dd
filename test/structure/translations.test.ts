import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../rooms/messages.ts'
import { operations } from '../rooms/operations.ts'

type Json = string | readonly Json[] | { readonly [name: string]: Json }

const src = new URL('../../src/', import.meta.url)
const read = (file: string): Json => JSON.parse(readFileSync(new URL(file, src), 'utf8'))
const languages = ['german', 'french']

function listTexts(part: Json, path = ''): [path: string, text: string][] {
  if (typeof part === 'string') return [[path, part]]
  return Object.entries(part).flatMap(([name, each]) => listTexts(each, path === '' ? name : `${path}.${name}`))
}

/** The facts that a pattern names, those of its forms as well. */
function namesIn(pattern: string): string {
  const names = [...pattern.matchAll(/\{(?:field )?(\w+)/g)].map(([, name = '']) => name)
  return [...new Set(names)].toSorted().join()
}

/** Words that are the same in both languages, by their path. */
const same =
  /^(?:check\.times|columns\.(?:filledOf|moved)|dates|environments\.(?:test|sandbox)|headings\..*|jobs\.|limits|plan\.at|quoted|run\.(?:pause|ended)|runs\.pictures\.(?:high|destination)|settings\.(?:give|value)|start\.templates\..*|decisions\.(?:type|limits\..*|waitingHeadings\..*)|steps\.invitations|jobs\.(?:invitations|decisions))$/

describe.each(languages)('the texts of the page in %s', (language) => {
  const english = new Map(listTexts(read('web/page/texts/english.json')))
  const own = new Map(listTexts(read(`web/page/texts/${language}.json`)))

  it('are all there; each missing one is listed with its English text', () => {
    const missing = [...english].filter(([path]) => !own.has(path)).map((each) => each.join(': '))
    expect(missing).toEqual([])
    expect([...own.keys()].filter((path) => !english.has(path))).toEqual([])
  })

  it('name the same facts as in English', () => {
    const other = [...english].filter(([path, text]) => namesIn(own.get(path) ?? text) !== namesIn(text))
    // A form that English needs may be the same here.
    expect(other.map((each) => each.join(': '))).toEqual([])
  })

  it('are translated', () => {
    const left = [...english].filter(
      ([path, text]) => path !== 'language' && !same.test(path) && /\p{L}{3}/u.test(text) && own.get(path) === text,
    )
    expect(left.map((each) => each.join(': '))).toEqual([])
  })
})
