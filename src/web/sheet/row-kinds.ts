import { type EditedCheck, type EditedRow, hasRequest, nameForChoice } from '../../app/check/check-sheet.ts'
import type { RowProblem } from '../../pipeline/tables/problems-sheet.ts'
import type { ProblemKind } from '../protocol.ts'
import type { KnownSheet } from './recorded-state.ts'

const kinds: Readonly<Record<string, ProblemKind>> = { warning: 'doubtful', rejected: 'refused' }
/** A person says first what becomes of such a row. */
const asking: ReadonlySet<string | undefined> = new Set(['looks-cancelled', 'row-part'])

export function toProblemKind({ outcome, problem: { code } }: RowProblem): ProblemKind {
  return asking.has(code) ? 'decide' : (kinds[outcome] ?? 'wrong')
}

/** Pure. */
export function isProblemKind(filter: string): filter is ProblemKind {
  return ['wrong', 'decide', ...Object.values(kinds)].includes(filter)
}

/** `sent`: digests of requests that nothing sends again by itself. */
export type ClassifiedSheet = KnownSheet & { sent: ReadonlySet<string> }
/** What becomes of a row as it is. Pure. */
export function classifyRow(row: EditedRow, shown: ClassifiedSheet): RowKind {
  if (row.isByPerson) return 'leftOut'
  if (row.isLeftOut) return shown.recorded?.kindOf(row) ?? 'skipped'
  if (row.isOpen) return 'open'
  const has = (code: string): boolean => row.problems.some(({ problem }) => problem.code === code)
  if (has('looks-cancelled')) return 'cancelled'
  if (has('row-part')) return 'title'
  if (!row.isReady) return 'wrong'
  if (hasRequest(row, shown.sent) || shown.recorded?.kindOf(row) === 'sent') return 'sent'
  return row.problems.some((problem) => toProblemKind(problem) === 'refused') ? 'refused' : 'ready'
}

export const rowKinds = [
  'ready',
  /** It would be sent, or stands in the way of nothing, and looks cancelled: a person says what becomes of it. */
  'cancelled',
  'title',
  'wrong',
  /** By the service, unchanged. */
  'refused',
  /** It has a result already, from a run of this page, or a decision is recorded: it is not sent again. */
  'sent',
  /** A person left it out. */
  'leftOut',
  /** Totals, notes and the like. */
  'skipped',
  /** A decision without one, here or recorded. */
  'undecided',
  /** Edited, and awaits the full check. */
  'open',
] as const
export type RowKind = (typeof rowKinds)[number]

/** Sent in spite of a warning. Pure. */
export function isDoubtful(row: EditedRow, shown: ClassifiedSheet): boolean {
  return row.problems.some(({ outcome }) => outcome === 'warning') && classifyRow(row, shown) === 'ready'
}

/** Rows without the question that a person has answered, or that a run has. Pure. */
export function dropAnswered(
  rows: readonly EditedRow[],
  { sheets }: Pick<EditedCheck, 'sheets'>,
  sendAnyway: Readonly<Record<string, readonly number[]>>,
  sent: ClassifiedSheet['sent'],
): EditedRow[] {
  const answered = sheets.map((sheet) => {
    const name = nameForChoice(sheet)
    return new Set(Object.hasOwn(sendAnyway, name) ? sendAnyway[name] : [])
  })
  return rows.map((row) => {
    const isAnswered = answered[row.sheet]?.has(row.number) === true || (row.isReady && hasRequest(row, sent))
    if (!isAnswered || row.problems.length === 0) return row
    return { ...row, problems: row.problems.filter(({ problem }) => problem.code !== 'looks-cancelled') }
  })
}
