export interface HistoryEntry {
  id: number
  content: string
  /** False: unknown if the service has it. */
  isCertain: boolean
  /** False: the service has it, but it makes no row of the sheet done (`--again`). */
  counts: boolean
  /** Rows of this sheet stood for it before. @default false */
  isOwn?: boolean
}

export type HistoryMatch =
  /** Recorded, and part of the latest recordings. */
  | { kind: 'done'; id: number }
  /** Sent before, and unknown if it was processed. */
  | { kind: 'unknown'; id: number }
  /** Equal to the row at this index, with no other row between them. */
  | { kind: 'repeat'; of: number }
  /** To be sent. Unknown outcomes decide if it is in force already; only the first such row may be. */
  | { kind: 'open'; mayBeInForce?: true }

/**
 * Matches the rows of a sheet with earlier recordings, where each row sets the state of one thing, such as a decision
 * on an assessment. An equal recording counts only while nothing later was recorded. Done is the longest prefix of the
 * sheet that is also the end of the recordings; the rest is open, and is sent in order. Two equal recordings in a row
 * count as one: the second changes nothing, and comes from a retry after a doubt.
 *
 * Rejected, failed and unsent requests are surely not recorded, and no part of `history`. An unknown one may have
 * taken effect or not, and each such case has its own prefix that is done. So:
 *
 * - A row is done only if it is in every case. After a different decision with an unknown outcome, an earlier one
 *   may have been replaced, and is sent again. A recording after an unknown one is the last in every case, and stays done.
 * - A row that is not done, and was sent before with an unknown outcome, is unknown, whatever was recorded since. It
 *   is never called done and never sent automatically; rows after it wait.
 * - Every other row is open; the first of them may be in force nevertheless, when it is done in some case.
 *
 * `rows` are contents; undefined stands for an unreadable row. Equal rows next to each other are one, unless they are
 * allowed, or were (or may have been) recorded as often as the sheet has them.
 */
export function matchHistory(
  rows: readonly (string | undefined)[],
  history: readonly HistoryEntry[],
  areRepeatsAllowed: boolean,
): HistoryMatch[] {
  const all = rows.flatMap((content, index) => (content === undefined ? [] : [index]))
  const plain = areRepeatsAllowed ? all : all.filter((index) => repeatedBy(rows, index) === undefined)
  const [every, once] = [all, plain].map((indexes) => prefixRange(rows, indexes, history))
  const wereRepeated = every !== undefined && once !== undefined && every.most > once.most && every.least >= once.least
  const chosen = wereRepeated ? all : plain
  const matches = rows.map((_, index): HistoryMatch => {
    const first = areRepeatsAllowed ? undefined : repeatedBy(rows, index)
    return first === undefined ? { kind: 'open' } : { kind: 'repeat', of: first }
  })
  const wanted = chosen.map((index) => rows[index] ?? '')
  const done = listMatchedIds(wanted, history)
  const next = chosen[done.length] ?? -1
  const isDoneInSomeCase = Math.max(...prefixLengths(wanted, history)) > done.length
  if (isDoneInSomeCase && matches[next]?.kind === 'open') matches[next] = { kind: 'open', mayBeInForce: true }
  const doubts = history.filter(({ isCertain }) => !isCertain)
  for (const [at, index] of chosen.entries()) {
    const id = done[at]
    if (id !== undefined) matches[index] = { kind: 'done', id }
    else {
      const doubt = doubts.findIndex(({ content }) => content === rows[index])
      const [taken] = doubt < 0 ? [] : doubts.splice(doubt, 1)
      if (taken !== undefined) matches[index] = { kind: 'unknown', id: taken.id }
    }
  }
  return matches
}

/**
 * Open rows that this sheet had recorded before, in this order, and that another record replaced since, or may have:
 * row → ids of its own record and of the last one. What follows a row that was never recorded is a new wish; where the
 * last record is this sheet's, its rows were edited. Pure.
 */
export function findSuperseded(
  rows: readonly (string | undefined)[],
  history: readonly HistoryEntry[],
  matches: readonly HistoryMatch[],
): ReadonlyMap<number, { own: number; later: number }> {
  const found = new Map<number, { own: number; later: number }>()
  const last = history.at(-1)
  if (last === undefined || last.isOwn === true) return found
  let from = 0
  for (const [index, content] of rows.entries()) {
    const match = matches[index]
    if (content === undefined || match?.kind === 'repeat') continue
    const at = history.findIndex((entry, place) => place >= from && entry.isOwn === true && entry.content === content)
    const own = history[at]
    if (own === undefined) break
    from = at + 1
    if (match?.kind === 'open' && own.isCertain) found.set(index, { own: own.id, later: last.id })
  }
  return found
}

/**
 * The matches of a sheet from which the rows that others have replaced are left out, with the equal rows behind them:
 * what is left is compared with what is recorded as if it were the whole sheet. Pure.
 */
export function matchWithout(
  left: ReadonlyMap<number, unknown>,
  rows: readonly (string | undefined)[],
  history: readonly HistoryEntry[],
  matches: readonly HistoryMatch[],
  areRepeatsAllowed: boolean,
): HistoryMatch[] {
  const isLeft = (index: number): boolean => {
    const match = matches[index]
    return left.has(index) || (match?.kind === 'repeat' && left.has(match.of))
  }
  const kept = [...rows.keys()].filter((index) => !isLeft(index))
  const again = matchHistory(
    kept.map((index) => rows[index]),
    history,
    areRepeatsAllowed,
  )
  const all = [...matches]
  for (const [at, index] of kept.entries()) {
    const match = again[at]
    if (match !== undefined) all[index] = match.kind === 'repeat' ? { ...match, of: kept[match.of] ?? index } : match
  }
  return all
}

/** The first of the equal rows directly before this one; undefined without any. */
function repeatedBy(rows: readonly (string | undefined)[], index: number): number | undefined {
  let first = index
  while (first > 0 && rows[index] !== undefined && rows[first - 1] === rows[index]) first -= 1
  return first === index ? undefined : first
}

function prefixRange(
  rows: readonly (string | undefined)[],
  indexes: readonly number[],
  history: readonly HistoryEntry[],
): { least: number; most: number } {
  const lengths = prefixLengths(
    indexes.map((index) => rows[index] ?? ''),
    history,
  )
  return { least: Math.min(...lengths), most: Math.max(...lengths) }
}

function listMatchedIds(wanted: readonly string[], history: readonly HistoryEntry[]): number[] {
  const length = Math.min(...prefixLengths(wanted, history))
  const certain = history.filter(({ isCertain }) => isCertain)
  const states = hasRepeats(wanted)
    ? certain
    : certain.filter((recorded, index) => !isSame(recorded, certain[index + 1]))
  const start = states.length - Math.max(...prefixLengths(wanted, certain))
  return states.slice(start, start + length).map(({ id }) => id)
}

function isSame(one: HistoryEntry, other: HistoryEntry | undefined): boolean {
  return other !== undefined && one.content === other.content && one.counts === other.counts
}

function hasRepeats(wanted: readonly string[]): boolean {
  return wanted.some((content, index) => index > 0 && content === wanted[index - 1])
}

/** One length of the done prefix for each case. Knuth, Morris and Pratt's search for `wanted`, in all cases at once. */
function prefixLengths(wanted: readonly string[], history: readonly HistoryEntry[]): Set<number> {
  const borders = listBorders(wanted)
  const areRepeatsOne = !hasRepeats(wanted)
  let lengths = new Set([0])
  for (const { content, isCertain, counts } of history) {
    const longer = [...lengths].map((length) => {
      if (!counts) return 0
      const isRepeated = areRepeatsOne && length > 0 && wanted[length - 1] === content
      return isRepeated ? length : extendPrefix(wanted, borders, length, content)
    })
    lengths = new Set(isCertain ? longer : [...lengths, ...longer])
  }
  return lengths
}

/** The longest prefix that ends with `content`, one step after a prefix of `length`. */
function extendPrefix(wanted: readonly string[], borders: readonly number[], length: number, content: string): number {
  let kept = length
  while (kept > 0 && wanted[kept] !== content) kept = borders[kept] ?? 0
  return wanted[kept] === content ? kept + 1 : 0
}

/** For each prefix, the length of the longest shorter one that it ends with. */
function listBorders(wanted: readonly string[]): number[] {
  const borders = [0, 0]
  for (let length = 1; length < wanted.length; length += 1) {
    borders.push(extendPrefix(wanted, borders, borders[length] ?? 0, wanted[length] ?? ''))
  }
  return borders
}
