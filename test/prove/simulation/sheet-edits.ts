import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { Dice } from './dice.ts'
import type { Creation } from './service-model.ts'
import { drawLine, expectationOf, headings, type Sheet, spoil } from './trips.ts'

/** What somebody does to a sheet between two runs. */
interface Edit {
  name: string
  weight: number
  apply(sheet: Sheet, dice: Dice): Sheet
}

const edits: readonly [Edit, ...Edit[]] = [
  { name: 'sorted', weight: 3, apply: (sheet) => ({ ...sheet, lines: sheet.lines.toSorted(compareLines) }) },
  { name: 'shuffled', weight: 2, apply: (sheet, dice) => ({ ...sheet, lines: dice.shuffle(sheet.lines) }) },
  {
    name: 'inserted',
    weight: 3,
    apply: (sheet, dice) => {
      const line = drawLine(dice)
      return { ...sheet, lines: sheet.lines.toSpliced(dice.int(0, sheet.lines.length), 0, line) }
    },
  },
  {
    name: 'deleted',
    weight: 2,
    apply: (sheet, dice) => {
      if (sheet.lines.length < 2) return sheet
      return { ...sheet, lines: sheet.lines.toSpliced(dice.int(0, sheet.lines.length - 1), 1) }
    },
  },
  {
    name: 'doubled',
    weight: 1,
    apply: (sheet, dice) => ({ ...sheet, lines: [...sheet.lines, drawFrom(sheet, dice)] }),
  },
  {
    name: 'fixed',
    weight: 4,
    apply: (sheet, dice) => {
      const fresh = drawLine(dice)
      const column = dice.pick([1, 2, 5, 7, 8, 10])
      const at = dice.int(0, sheet.lines.length - 1)
      const line = (sheet.lines[at] ?? fresh).with(column, fresh[column] ?? '')
      return { ...sheet, lines: sheet.lines.with(at, line) }
    },
  },
  {
    name: 'spoilt',
    weight: 1,
    apply: (sheet, dice) => {
      const at = dice.int(0, sheet.lines.length - 1)
      return { ...sheet, lines: sheet.lines.with(at, spoil(sheet.lines[at] ?? [], dice)) }
    },
  },
]

/** One to three edits, and what they were. */
export function editSheet(sheet: Sheet, dice: Dice): { sheet: Sheet; names: string[] } {
  const names: string[] = []
  let edited = sheet
  for (let left = dice.int(1, 3); left > 0; left -= 1) {
    const edit = dice.weighted(edits)
    edited = edit.apply(edited, dice)
    names.push(edit.name)
  }
  return { sheet: edited, names }
}

/** An output of the product as the next input: with identifiers and outcomes in it. */
export function readOutput(file: string): Sheet {
  const [names = [...headings], ...lines]: string[][] = parse(readFileSync(file), { bom: true })
  return { headings: names, lines }
}

/** What a person found at the service, in the rows that it belongs to. */
export function writeIdentifiers(sheet: Sheet, creations: readonly Creation[], dice: Dice): Sheet {
  const names = sheet.headings.includes('assessmentId') ? sheet.headings : [...sheet.headings, 'assessmentId']
  const at = names.indexOf('assessmentId')
  const found = new Set<Creation>()
  const lines = sheet.lines.map((line) => {
    const expected = expectationOf(sheet, line)
    if (expected.kind !== 'request' || dice.chance(0.4)) return line
    const creation = creations.find((one) => one.content === expected.content && !found.has(one))
    if (creation === undefined) return line
    found.add(creation)
    return names.map((_, index) => (index === at ? creation.identifier : (line[index] ?? '')))
  })
  return { headings: names, lines }
}

/** Columns of ours come first in every sheet, so a new line is one with nothing after them. */
function drawFrom(sheet: Sheet, dice: Dice): readonly string[] {
  return sheet.lines[dice.int(0, sheet.lines.length - 1)] ?? drawLine(dice)
}

function compareLines(left: readonly string[], right: readonly string[]): number {
  const [a, b] = [left, right].map((line) => [line[1], line[7], ...line].join())
  return (a ?? '') < (b ?? '') ? -1 : 1
}
