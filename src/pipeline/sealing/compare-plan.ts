import { increase } from '../figures/score-sums.ts'
import { keyOfLine, type PlanColumn, type PlanLine } from './plan-table.ts'

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

export function countKeys(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) increase(counts, key)
  return counts
}
