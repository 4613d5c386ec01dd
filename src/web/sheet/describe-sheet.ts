import type { EditedCheck } from '../../app/check/check-edited.ts'
import type { SheetInspection } from '../../app/check/inspect-sheet.ts'
import { decisionStatuses, requiredActors } from '../../contract/decision.ts'
import { wordMessage } from '../../messages/catalogue.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { MergedColumn } from '../../pipeline/tables/results-sheet.ts'
import type { OperationProfile, ReadOptions } from '../../settings/option-types.ts'
import type { CheckState } from '../protocol/check.ts'
import type { FieldState, SheetState } from '../protocol/protocol.ts'
import type { Upload } from '../uploads.ts'
import { pageFace, toFieldTitle } from '../user-messages.ts'
import { groupProblems } from './problem-groups.ts'
import type { RunOutcomes } from './refusals.ts'

const maxExamples = 3

/** The sheet's state for the page. `kept` holds the profile's settings. Pure. */
export function describeSheetState(
  { inspection, shown, misfit, fitting, doubled }: SheetInspection,
  { file, label }: Upload,
  { sheets }: Pick<ReadOptions, 'sheets'>,
  { kept, ...known }: Pick<SheetState, 'fields' | 'own' | 'asksForHidden' | 'absent'> & { kept: OperationProfile },
): SheetState {
  const { headingRow, columns, missing } = inspection
  const below = shown.slice(findHeadingIndex(shown, columns) + 1)
  return {
    label,
    sheet: inspection.kind === 'csv' ? '' : inspection.sheet,
    fitting,
    chosen: describeChosen(sheets, fitting),
    headingRow,
    columns: columns.map(({ heading, column, field }) => ({
      heading,
      field,
      examples: [...new Set(below.map((row) => row[column - 1] ?? ''))]
        .filter((text) => text !== '' && text !== heading)
        .slice(0, maxExamples),
      filled: below.filter((row) => (row[column - 1] ?? '') !== '').length,
    })),
    sampled: below.length,
    doubled,
    missing,
    misfit:
      misfit === undefined || misfit.isAskable
        ? null
        : (wordMessage(misfit, pageFace)?.text.replaceAll(file, label) ?? null),
    kept: { columns: kept.columns ?? {}, set: kept.set ?? {}, dateFormats: [kept.dateFormats ?? []].flat() },
    ...known,
  }
}

/** Each fitting one is the same as all. */
function describeChosen(sheets: ReadOptions['sheets'], fitting: readonly string[]): SheetState['chosen'] {
  if (sheets === undefined) return null
  const chosen = [sheets].flat()
  const isAll = sheets === 'all' || (fitting.length > 1 && fitting.every((name) => chosen.includes(name)))
  return isAll ? 'all' : chosen
}

export function describeFields(
  { sheet: { fields }, request: { identifyingFields } }: Pick<Operation, 'sheet' | 'request'>,
  { lists }: Pick<ReadOptions, 'lists'>,
): FieldState[] {
  return fields.map(({ name, about }) => ({
    name,
    title: about.title,
    values: lists?.[name] ?? about.values,
    usual: about.usual ?? '',
    isIdentifying: name === identifyingFields[0],
    isKeepable: about.kind === 'choice' || about.kind === 'listed',
    forStatus: decisionStatuses.filter((status) => requiredActors[status].some((actor) => actor === name)),
  }))
}

export function summariseRows(
  { rows, fixes }: EditedCheck,
  columns: readonly MergedColumn[],
  { sent }: Pick<RunOutcomes, 'sent'>,
): Omit<CheckState, 'version' | 'undoable' | 'redoable' | 'edited' | 'undecided' | 'facts' | 'notes'> {
  const ready = rows.filter(({ isReady }) => isReady)
  const skipped = rows.filter(({ isLeftOut }) => isLeftOut).length
  const open = rows.filter(({ isOpen }) => isOpen).length
  const countOf = (name: string): number =>
    ready.filter(({ problems }) => problems.some(({ outcome }) => outcome === name)).length
  return {
    rows: rows.length,
    ready: ready.length,
    skipped,
    open,
    wrong: rows.length - ready.length - skipped - open,
    doubtful: countOf('warning'),
    refused: countOf('rejected'),
    sent: ready.filter(({ request }) => sent.has(request)).length,
    columns: columns.map(({ heading, field }) => ({ heading: toFieldTitle(heading), field: field ?? null })),
    groups: groupProblems(rows, columns),
    fixes,
  }
}

function findHeadingIndex(shown: SheetInspection['shown'], columns: SheetInspection['inspection']['columns']): number {
  const matches = (row: readonly string[]): number =>
    columns.filter(({ heading, column }) => row[column - 1] === heading).length
  return shown.findIndex((row) => matches(row) > columns.length / 2)
}
