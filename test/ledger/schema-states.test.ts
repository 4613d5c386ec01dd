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
import { postgresSteps } from '../rooms/ledger/postgres.ts'
import { sqliteSteps } from '../rooms/ledger/sqlite.ts'
import { sandboxSteps } from '../rooms/sandbox/store.ts'
import { openDatabase } from '../rooms/support.ts'

const kinds = { sqlite: sqliteSteps, postgres: postgresSteps }

/** What stands last is so. */
const joinSteps = (steps: Readonly<Record<string, string>>): string => Object.values(steps).join('\n')

/** The last text that a pattern finds; its first group. */
function readLast(text: string, pattern: RegExp): string {
  const found = [...text.matchAll(pattern)].at(-1)?.[1]
  if (found === undefined) throw new Error(`the schema has nothing like ${pattern}`)
  return found
}

const words = (text: string): string[] => [...text.matchAll(/'([a-z]+)'/g)].map(([, word = '']) => word)

describe.each(Object.entries(kinds))('the schema of a ledger (%s) has the states of the program:', (_, steps) => {
  const schema = joinSteps(steps)

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
  const schema = joinSteps(postgresSteps)
  const listOf = (trigger: string, what: string): string[] =>
    words(readLast(schema, new RegExp(`TRIGGER ${trigger} [\\s\\S]*?${what} \\(([^)]*)\\)`, 'g')))
  expect(listOf('requests_are_kept', 'OLD.state NOT IN')).toEqual([...absentStates])
  expect(listOf('identifiers_come_with_a_move', 'NEW.state IN')).toEqual([...createdStates])
  expect(listOf('report_addresses_are_kept', 'OLD.state IN')).toEqual([...inDoubtStates])
  expect(listOf('raw_answers_are_kept', 'OLD.state NOT IN')).toEqual([...inDoubtStates])
})

it.each(Object.entries({ ...kinds, sandbox: sandboxSteps }))(
  'steps of %s stand in the order of their numbers',
  (_, steps) => {
    const numbers = Object.keys(steps).map((name) => Number.parseInt(name, 10))
    const [first = 0] = numbers
    expect(numbers).toEqual(numbers.map((_number, index) => first + index))
  },
)
