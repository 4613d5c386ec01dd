import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { rowStates, submissionStates, transitions } from '../rooms/contract.ts'
import { layerOf, readSources, type Source } from '../support/source-tree.ts'

const map = new URL('../../src/README.md', import.meta.url)

/** The moves that a text writes down, as `from → to`. */
function readMoves(text: string): string[] {
  return [...text.matchAll(/^ {4}([a-z]+) +→ ([a-z]+) {2,}\S/gm)].map(([, from, to]) => `${from} → ${to}`).toSorted()
}

const allMoves = submissionStates.flatMap((from) => transitions[from].map((to) => `${from} → ${to}`)).toSorted()

const state = `'(?:${rowStates.join('|')})'`
/** Two states or more in an array, in `IN (…)`, or compared one after the other. */
const lists = [
  new RegExp(`\\[\\s*(?:'\\w+',\\s*)*${state},\\s*${state}`),
  new RegExp(`\\bIN \\(\\s*${state},\\s*${state}`),
  new RegExp(`\\bstate (?:=|<>|===|!==) ${state}\\)? (?:OR|AND|\\|\\||&&) \\(?[\\w.]*state (?:=|<>|===|!==) ${state}`),
]

function findLists(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => path !== 'contract/states.ts' && layerOf(path) !== 'sandbox')
    .filter(({ text }) => lists.some((list) => list.test(text)))
    .map(({ path }) => path)
}

/** Who has a word of an operation for what is done: the operations, and what a balance says about each. */
function findDoneWords(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => !['operations', 'sandbox'].includes(layerOf(path)) && path !== 'cli/output/balance.ts')
    .filter(({ text }) => /'(?:scored|decided|invited)'/.test(text))
    .map(({ path }) => path)
}

describe('the states', () => {
  const sources = readSources()

  it.skipIf(!existsSync(map))('move as src/README.md says', () => {
    expect(readMoves(readFileSync(map, 'utf8'))).toEqual(allMoves)
  })

  it('are listed, and put in groups, in one place', () => {
    expect(findLists(sources)).toEqual([])
  })

  it('have the word of an operation where people read it, and nowhere else', () => {
    expect(findDoneWords(sources)).toEqual([])
  })
})

describe('the checks of the states can fail', () => {
  it.each([
    "new Set(['ready', 'failed'])",
    "const open = [\n  'x',\n  'ready',\n  'sending',\n]",
    "WHERE state IN ('ready', 'failed')",
    "WHERE state = 'ready' OR state = 'failed'",
    "if (row.state === 'ready' || row.state === 'failed')",
  ])('on %j', (text) => {
    expect(findLists([{ path: 'pipeline/run.ts', text }])).toEqual(['pipeline/run.ts'])
  })

  it('on a word of an operation in a stage', () => {
    expect(findDoneWords([{ path: 'pipeline/run.ts', text: "state = 'scored'" }])).toEqual(['pipeline/run.ts'])
  })

  it('on a move that is left out, or made up', () => {
    const text = allMoves.map((move) => `    ${move}   when`)
    expect(readMoves(text.slice(1).join('\n'))).not.toEqual(allMoves)
    expect(readMoves([...text, '    done → ready   never'].join('\n'))).not.toEqual(allMoves)
  })
})
