import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const src = new URL('../../src/', import.meta.url)
const map = new URL('README.md', src)

/** The rows of the table under a heading, as the texts of their cells. */
function readRows(text: string, heading: string): string[][] {
  const [, section = ''] = text.split(`\n## ${heading}\n`)
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2).map((row) => row.split('|').slice(1, -1))
}

function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
}

function readTable(text: string, heading: string): string[][][] {
  return readRows(text, heading).map((cells) => cells.map(namesIn))
}

function isThere(path: string): boolean {
  return existsSync(new URL(path, src))
}

/** Files named at folders that are neither in one of these nor beside the first. */
function findStrayStarts(text: string): string[] {
  return readTable(text, 'Map').flatMap(([folders = [], , files = []]) =>
    files.filter((file) => ![...folders, `${folders[0]}../`].some((folder) => isThere(folder + file))),
  )
}

function findStrayAnswers(text: string): string[] {
  return readTable(text, 'Where would I change …').flatMap((cells) => {
    const files = cells.at(-1) ?? []
    return files.length === 1 ? files.filter((file) => !isThere(file)) : [files.join(' ')]
  })
}

const tests = new URL('../', import.meta.url)

/** The text of all that is proven, in which a twin has its name. */
function readTests(): string {
  return readdirSync(tests, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^(?:prove|sheet\/enriching)\/.*\.ts$/.test(name))
    .map((name) => readFileSync(new URL(name, tests), 'utf8'))
    .join('\n')
}

/** What a stop of the walk names that is not there: its file, or an invariant. */
function findStrayStops(text: string, invariants: ReadonlySet<string>): string[] {
  return readRows(text, 'The walk: row 7 from its cell to its score and back').flatMap(
    ([, , file = '', holds = '']) => {
      const numbers = holds.match(/I\d+/g) ?? []
      return [...namesIn(file).filter((name) => !isThere(name)), ...numbers.filter((number) => !invariants.has(number))]
    },
  )
}

/** What an invariant names that is not there: its guard, its twins, its proof. */
function findStrayGuards(text: string, proven: string): string[] {
  return readRows(text, 'The invariants').flatMap(([, , guard = '', twins = '', proof = '']) => [
    ...namesIn(guard).filter((name) => !isThere(name)),
    ...[...twins.matchAll(/“([^”]+)”/g)].flatMap(([, name = '']) => (proven.includes(name) ? [] : [name])),
    ...namesIn(proof).filter((name) => !existsSync(new URL(name, tests))),
  ])
}

describe.skipIf(!existsSync(map))('src/README.md', () => {
  const text = readFileSync(map, 'utf8')

  it('walks fifteen stops, and names twenty-one invariants with guard, twin and proof, all of them there', () => {
    const numbers = readRows(text, 'The invariants').map(([number = '']) => number.trim())
    expect(numbers).toEqual(Array.from({ length: 21 }, (_, index) => `I${index + 1}`))
    expect(readRows(text, 'The walk: row 7 from its cell to its score and back')).toHaveLength(15)
    expect(findStrayStops(text, new Set(numbers))).toEqual([])
    expect(findStrayGuards(text, readTests())).toEqual([])
  })

  it('lets nobody start reading at a file that is not there', () => {
    expect(findStrayStarts(text)).toEqual([])
  })

  it('names one file that exists for each of ten changes', () => {
    expect(readTable(text, 'Where would I change …').length).toBeGreaterThanOrEqual(10)
    expect(findStrayAnswers(text)).toEqual([])
  })
})

describe('the checks of the map can fail', () => {
  it('on files that are not there', () => {
    expect(findStrayStarts('\n## Map\n\n| f | o | s |\n|---|---|---|\n| `cli/` | x | `gone.ts` |\n')).toEqual([
      'gone.ts',
    ])
    const answer = '\n## Where would I change …\n\n| … | in |\n|---|---|\n| `a` | `cli/gone.ts` |\n'
    expect(findStrayAnswers(answer)).toEqual(['cli/gone.ts'])
    expect(findStrayAnswers(answer.replace('`cli/gone.ts`', 'somewhere'))).toEqual([''])
  })

  it('on stops and invariants whose file, guard, twin or proof is not there', () => {
    const walk = '## The walk: row 7 from its cell to its score and back'
    const stop = `\n${walk}\n\n| | s | f | h | c |\n|---|---|---|---|---|\n| 1 | x | \`cli/gone.ts\` | I7 | y |\n`
    expect(findStrayStops(stop, new Set(['I1']))).toEqual(['cli/gone.ts', 'I7'])
    const row = '| I1 | x | `cli/gone.ts` | “no twin” | `prove/gone.test.ts` |'
    const lost = `\n## The invariants\n\n| | w | g | t | p |\n|---|---|---|---|---|\n${row}\n`
    expect(findStrayGuards(lost, 'a twin')).toEqual(['cli/gone.ts', 'no twin', 'prove/gone.test.ts'])
  })
})
