import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  absentStates,
  createdStates,
  forgettableStates,
  heldStates,
  inDoubtStates,
  submissionStates,
  transitions,
} from '../rooms/contract.ts'
import { openDatabase } from '../rooms/support.ts'

/** The SQL of all steps, one after another: what stands last is so. */
function readSchema(kind: string): string {
  const folder = new URL(`../../src/ledger/${kind}/schema/`, import.meta.url)
  const number = (name: string): number => Number.parseInt(name, 10)
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return files
    .toSorted((one, other) => number(one) - number(other))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n')
}

/** The last text that a pattern finds; its first group. */
function readLast(text: string, pattern: RegExp): string {
  const found = [...text.matchAll(pattern)].at(-1)?.[1]
  if (found === undefined) throw new Error(`the schema has nothing like ${pattern}`)
  return found
}

const words = (text: string): string[] => [...text.matchAll(/'([a-z]+)'/g)].map(([, word = '']) => word)

describe.each(['sqlite', 'postgres'])('the schema of a ledger (%s) has the states of the program:', (kind) => {
  const schema = readSchema(kind)

  it('those of submissions and of held rows', () => {
    expect(words(readLast(schema, /state\s+text NOT NULL\s+CHECK \(([^)]*)\)/gi))).toEqual([...submissionStates])
    expect(words(readLast(schema, /(?:held\s+TEXT|rows_held_check)\s+CHECK \(([^)]*)\)/gi))).toEqual([...heldStates])
  })

  it('all moves of its diagram, and no other', () => {
    const diagram = readLast(schema, /submissions_follow_the_diagram [\s\S]*?(OLD\.state <> [\s\S]*?END)\b/g)
    const db = openDatabase(':memory:')
    const isRefused = db.prepare<[string, string], number>(
      `SELECT ${diagram.replaceAll('OLD.state', 'old').replaceAll('NEW.state', 'new')} FROM (SELECT ? AS old, ? AS new)`,
    )
    for (const from of submissionStates)
      for (const to of submissionStates) {
        const isMove = from === to || transitions[from].some((state) => state === to)
        expect(isRefused.pluck().get(from, to), `${from} to ${to}`).toBe(isMove ? 0 : 1)
      }
    db.close()
  })

  it('those of a submission that may be forgotten', () => {
    const states = readLast(schema, /forgotten_submissions_are_empty [\s\S]*?NEW\.state IN \(([^)]*)\)/g)
    expect(words(states)).toEqual([...forgettableStates])
  })
})

it('a database keeps history by the states in which a submission may change', () => {
  const schema = readSchema('postgres')
  const listOf = (trigger: string, what: string): string[] =>
    words(readLast(schema, new RegExp(`TRIGGER ${trigger} [\\s\\S]*?${what} \\(([^)]*)\\)`, 'g')))
  expect(listOf('requests_are_kept', 'OLD.state NOT IN')).toEqual([...absentStates])
  expect(listOf('identifiers_come_with_a_move', 'NEW.state IN')).toEqual([...createdStates])
  expect(listOf('report_addresses_are_kept', 'OLD.state IN')).toEqual([...inDoubtStates])
  expect(listOf('raw_answers_are_kept', 'OLD.state NOT IN')).toEqual([...inDoubtStates])
})
