import { createHash } from 'node:crypto'
import type { Target } from '../../ledger/port/targets.ts'
import type { SealedColumn } from '../model/four-eyes.ts'
import type { Operation } from '../model/operation.ts'

export interface PlanColumn {
  heading: string
  origin: SealedColumn<object>['origin']
  /** Identifies the subject of a request. */
  isThing?: boolean
}

export type PlanLine = readonly string[]

/** The same requests for another target are another plan. */
interface PlanHead {
  operation: string
  target: Pick<Target, 'address' | 'company'>
}

/** The row in the sheet, then the operation's columns. Pure. */
export function listPlanColumns({ fourEyes }: Pick<Operation, 'fourEyes'>): PlanColumn[] {
  const columns = (fourEyes?.columns ?? []).map(({ heading, origin }) => ({
    heading,
    origin,
    isThing: heading === fourEyes?.aboutField,
  }))
  return [{ heading: 'row', origin: 'shown' }, ...columns]
}

/** Key of the request alone, without its row and the ledger's facts. Pure. */
export function keyOfLine(columns: readonly PlanColumn[], line: PlanLine): string {
  return JSON.stringify(line.filter((_, index) => columns[index]?.origin === 'request'))
}

/** SHA-256, in hex, over all lines in their order. Pure. */
export function digestPlan({ operation, target }: PlanHead, lines: readonly PlanLine[]): string {
  const hash = createHash('sha256').update(JSON.stringify([operation, target.address, target.company]))
  for (const line of lines) hash.update(`\n${JSON.stringify(line)}`)
  return hash.digest('hex')
}

/** Short form for people, `1A2B-3C4D`. Pure. */
export function shortenSeal(seal: string): string {
  return `${seal.slice(0, 4)}-${seal.slice(4, 8)}`.toUpperCase()
}

/** For people who check a seal. */
export const planRecipe =
  'The seal is the SHA-256, in hex, of the JSON array of operation, address and company, and then for each line of the sheet Plan, in its order, ' +
  'a line feed and the JSON array of its texts ("" for an empty cell).'

/** One text a line, for the person who releases it: from the ledger, never from a workbook. Pure. */
export function describeLines(operation: Pick<Operation, 'fourEyes'>, lines: readonly PlanLine[]): string[] {
  const at = new Map(listPlanColumns(operation).map(({ heading }, index) => [heading, index]))
  const shown = operation.fourEyes?.shownFirst ?? []
  return lines.map((line) => {
    const cell = (heading: string): string => line[at.get(heading) ?? -1] ?? ''
    return [line[0] ?? '', ...shown.map((show) => show(cell))].filter((text) => text !== '').join(' · ')
  })
}

export interface PlanNow {
  lines: readonly PlanLine[]
  /** By key: occurrences of a request in the run, in any state, and among recorded rows. */
  listed: ReadonlyMap<string, number>
  recorded: ReadonlyMap<string, number>
}

export interface SealedLines {
  columns: readonly PlanColumn[]
  lines: readonly PlanLine[]
  /** Effects of the plan's own release are not changes: the rest may be sent. */
  wasReleased: boolean
}

/**
 * A run's rows and requests are those that were sealed: only what is recorded may have changed. Empty when it would send
 * exactly the sealed plan, or the rest of a released one. Pure.
 */
export function findPlanChanges({ columns, lines, wasReleased }: SealedLines, now: PlanNow): string[] {
  const nowByRow = new Map(now.lines.map((line) => [line[0], line]))
  const gone = lines.filter(([row]) => !nowByRow.has(row))
  const isSent = (line: PlanLine): boolean => wasReleased && (now.listed.get(keyOfLine(columns, line)) ?? 0) > 0
  /** Subjects with a record by the release: their facts from the ledger have changed by it. */
  const moved = new Set(gone.filter(isSent).map((line) => thingOf(columns, line)))
  const sealedRows = new Set(lines.map(([row]) => row))
  const added = now.lines
    .filter(([row]) => !sealedRows.has(row))
    .map((line) => `${nameLine(columns, line)} would be sent too`)
  const changed = lines.flatMap((line) => {
    const other = nowByRow.get(line[0])
    if (other === undefined) return isSent(line) ? [] : [describeGone(columns, line, now)]
    const isMoved = moved.has(thingOf(columns, line))
    const cells = [...columns.entries()]
      .filter(([at, { origin }]) => origin !== 'shown' && line[at] !== other[at] && !(isMoved && origin === 'ledger'))
      .map(([at, { heading }]) => `${heading} was “${line[at] ?? ''}”, is “${other[at] ?? ''}”`)
    return cells.length === 0 ? [] : [`${nameLine(columns, other)}: ${cells.join(', ')}`]
  })
  return [...changed, ...added]
}

export function findDifferences(
  columns: readonly PlanColumn[],
  one: readonly PlanLine[],
  other: readonly PlanLine[],
): string[] {
  const found: string[] = []
  for (let index = 0; index < Math.max(one.length, other.length); index += 1) {
    const [mine, theirs] = [one[index], other[index]]
    // The headings are line 1.
    const line = `line ${index + 2}`
    if (mine === undefined) found.push(`${line} is missing there`)
    else if (theirs === undefined) found.push(`${line} was added there`)
    else {
      const cells = [...columns.entries()]
        .filter(([at]) => mine[at] !== theirs[at])
        .map(([at, { heading }]) => `${heading}: “${mine[at] ?? ''}” stands there for “${theirs[at] ?? ''}”`)
      if (cells.length > 0) found.push(`${line}, ${cells.join(', ')}`)
    }
  }
  return found
}

function describeGone(columns: readonly PlanColumn[], line: PlanLine, { recorded }: PlanNow): string {
  const name = nameLine(columns, line)
  const isRecorded = (recorded.get(keyOfLine(columns, line)) ?? 0) > 0
  return isRecorded ? `${name} is recorded already` : `${name} cannot be sent any more`
}

/** `row 5 (Rejected for A-1)`. */
export function nameLine(columns: readonly PlanColumn[], line: PlanLine): string {
  const asked = line[columns.findIndex(({ origin, isThing }) => origin === 'request' && isThing !== true)] ?? ''
  return `${line[0] ?? ''} (${asked} for ${thingOf(columns, line)})`
}

function thingOf(columns: readonly PlanColumn[], line: PlanLine): string {
  return line[columns.findIndex(({ isThing }) => isThing === true)] ?? ''
}
