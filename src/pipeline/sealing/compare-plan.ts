import { keyOfLine, type PlanColumn, type PlanLine } from './plan-table.ts'

export interface PlanChange {
  by: 'sheet' | 'ledger'
  /** A sentence without its full stop. */
  what: string
}

export interface PlanNow {
  lines: readonly PlanLine[]
  /** By key: occurrences of a request in the sheet, in any state, and among recorded rows. */
  listed: ReadonlyMap<string, number>
  recorded: ReadonlyMap<string, number>
}

export interface SealedLines {
  columns: readonly PlanColumn[]
  lines: readonly PlanLine[]
  /** Effects of the plan's own release are not changes: the rest may be sent. */
  wasReleased: boolean
}

/** Empty when the run would send exactly the sealed plan, or the rest of a released one, in its order. Pure. */
export function findPlanChanges({ columns, lines, wasReleased }: SealedLines, now: PlanNow): PlanChange[] {
  const keyOf = (line: PlanLine): string => keyOfLine(columns, line)
  const planned = countKeys(now.lines.map(keyOf))
  const left: PlanLine[] = []
  const gone: PlanLine[] = []
  /** Subjects with a record by the release: their facts from the ledger have changed by it. */
  const moved = new Set<string>()
  for (const line of [...lines].reverse()) {
    const key = keyOf(line)
    // The later ones among equal requests are the rest.
    if (decrement(planned, key)) left.unshift(line)
    else if (wasReleased && (now.listed.get(key) ?? 0) > 0) moved.add(thingOf(columns, line))
    else gone.unshift(line)
  }
  const kept: PlanLine[] = []
  const added: PlanLine[] = []
  for (const line of [...now.lines].reverse()) (decrement(planned, keyOf(line)) ? added : kept).unshift(line)
  // A row with another request is one difference, not two.
  const places = new Set(gone.map(([row]) => row))
  const breaks = [
    ...gone.map((line) => describeGone(columns, line, now)),
    ...added
      .filter(([row]) => !places.has(row))
      .map((line): PlanChange => ({ by: 'sheet', what: `${nameLine(columns, line)} was not in the plan` })),
  ]
  const hasShifted = breaks.length > 0
  for (const [index, line] of left.entries()) {
    const other = kept[index] ?? []
    if (keyOf(line) !== keyOf(other)) {
      const what = `${nameLine(columns, other)} comes before ${nameLine(columns, line)}, which came first`
      return [...breaks, { by: 'sheet', what }]
    }
    const isMoved = moved.has(thingOf(columns, line))
    const differing = [...columns.entries()].filter(
      ([at, { origin }]) => line[at] !== other[at] && !(isMoved && origin === 'ledger') && !(hasShifted && at === 0),
    )
    if (differing.length === 0) continue
    const cells = differing.map(([at, { heading }]) => `${heading} was “${line[at] ?? ''}”, is “${other[at] ?? ''}”`)
    const by = differing.every(([, { origin }]) => origin === 'ledger') ? 'ledger' : 'sheet'
    breaks.push({ by, what: `${nameLine(columns, other)}: ${cells.join(', ')}` })
  }
  return breaks
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

function describeGone(columns: readonly PlanColumn[], line: PlanLine, { listed, recorded }: PlanNow): PlanChange {
  const key = keyOfLine(columns, line)
  const name = nameLine(columns, line)
  if ((recorded.get(key) ?? 0) > 0) return { by: 'ledger', what: `${name} is recorded already` }
  if ((listed.get(key) ?? 0) > 0)
    return { by: 'ledger', what: `${name} cannot be sent any more: see the sheet’s check` }
  return { by: 'sheet', what: `${name} is no longer in the sheet, or says something else there` }
}

/** `row 5 (Rejected for A-1)`. */
function nameLine(columns: readonly PlanColumn[], line: PlanLine): string {
  const asked = line[columns.findIndex(({ origin, isThing }) => origin === 'request' && isThing !== true)] ?? ''
  return `${line[0] ?? ''} (${asked} for ${thingOf(columns, line)})`
}

function thingOf(columns: readonly PlanColumn[], line: PlanLine): string {
  return line[columns.findIndex(({ isThing }) => isThing === true)] ?? ''
}

function decrement(counts: Map<string, number>, key: string): boolean {
  const count = counts.get(key) ?? 0
  if (count > 0) counts.set(key, count - 1)
  return count > 0
}

export function countKeys(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}
