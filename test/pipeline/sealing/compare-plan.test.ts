import { describe, expect, it } from 'vitest'
import {
  findDifferences,
  findPlanChanges,
  keyOfLine,
  type PlanColumn,
  type PlanLine,
} from '../../rooms/pipeline/sealing.ts'

const countKeys = (keys: readonly string[]): Map<string, number> =>
  new Map([...new Set(keys)].map((key) => [key, keys.filter((other) => other === key).length]))

const columns: readonly PlanColumn[] = [
  { heading: 'row', origin: 'shown' },
  { heading: 'name', origin: 'shown' },
  { heading: 'status', origin: 'request' },
  { heading: 'lastDecision', origin: 'ledger' },
  { heading: 'assessmentId', origin: 'request', isThing: true },
]
const one = ['row 2', 'Ann', 'Pending', '', 'A-1']
const two = ['row 3', 'Ben', 'Rejected', 'Pending', 'A-2']
const three = ['row 4', 'Ann', 'Rejected', '', 'A-1']
const sealed = [one, two, three]

interface Case {
  now: readonly PlanLine[]
  /** In the sheet beside what is planned, and how much of that is recorded. */
  others?: readonly PlanLine[]
  recorded?: readonly PlanLine[]
  wasReleased?: boolean
}

function breakOf({ now, others = [], recorded = [], wasReleased = false }: Case): string | undefined {
  const keysOf = (lines: readonly PlanLine[]) => countKeys(lines.map((line) => keyOfLine(columns, line)))
  const plan = { lines: now, listed: keysOf([...now, ...others, ...recorded]), recorded: keysOf(recorded) }
  const found = findPlanChanges({ columns, lines: sealed, wasReleased }, plan)
  return found.length === 0 ? undefined : found.join(' | ')
}

function changed(line: PlanLine, at: number, text: string): string[] {
  return line.map((each, index) => (index === at ? text : each))
}

describe('what breaks a seal', () => {
  it.each<[string, Case, string | undefined]>([
    ['nothing', { now: sealed }, undefined],
    [
      'a decision of somebody else since',
      { now: [changed(one, 3, 'Canceled'), two, three] },
      'row 2 (Pending for A-1): lastDecision was “”, is “Canceled”',
    ],
    [
      'the same decision of somebody else',
      { now: [one, three], recorded: [two] },
      'row 3 (Rejected for A-2) is recorded already',
    ],
    [
      'one whose outcome is unknown by now',
      { now: [one, three], others: [two] },
      'row 3 (Rejected for A-2) cannot be sent any more',
    ],
    [
      'one that could not be sent when it was sealed, and could now',
      { now: [...sealed, ['row 5', 'Cy', 'Rejected', '', 'A-3']] },
      'row 5 (Rejected for A-3) would be sent too',
    ],
    [
      'nothing at all to be sent',
      { now: [], recorded: sealed },
      [2, 3, 4]
        .map((row, index) => `row ${row} (${sealed[index]?.[2]} for ${sealed[index]?.[4]}) is recorded already`)
        .join(' | '),
    ],
  ])('%s', (_, given, expected) => {
    expect(breakOf(given)).toBe(expected)
  })
})

describe('what is left of a plan that was released', () => {
  it.each<[string, Case, string | undefined]>([
    ['nothing is', { now: [], recorded: sealed }, undefined],
    [
      'the end is, with what the release itself has recorded',
      { now: [two, changed(three, 3, 'Pending')], recorded: [one] },
      undefined,
    ],
    [
      'one that waited then is not',
      { now: [two, ['row 5', 'Cy', 'Rejected', '', 'A-3']], recorded: [one, three] },
      'row 5 (Rejected for A-3) would be sent too',
    ],
    ['what was refused is, the rest is unknown', { now: [two], others: [one, three] }, undefined],
    [
      'somebody else has decided on another one meanwhile',
      { now: [changed(two, 3, 'Canceled'), three], recorded: [one] },
      'row 3 (Rejected for A-2): lastDecision was “Pending”, is “Canceled”',
    ],
  ])('%s', (_, given, expected) => {
    expect(breakOf({ ...given, wasReleased: true })).toBe(expected)
  })
})

it.each([
  ['the same', sealed, []],
  ['a cell', [one, changed(two, 1, 'Bea'), three], ['line 3, name: “Bea” stands there for “Ben”']],
  ['a line less', [one, two], ['line 4 is missing there']],
  ['a line more', [...sealed, one], ['line 5 was added there']],
])('where a plan was changed: %s', (_, lines, expected) => {
  expect(findDifferences(columns, lines, sealed)).toEqual(expected)
})
