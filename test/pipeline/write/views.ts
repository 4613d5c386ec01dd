import type { RowState } from '../../rooms/contract.ts'
import type { RowRecord, Submission } from '../../rooms/ledger/port.ts'
import { libraryFace } from '../../rooms/messages.ts'
import { RowAddresses, RowView } from '../../rooms/pipeline/rows.ts'
import type { OutputCell } from '../../rooms/sheet/writing.ts'
export const sentAt = Date.UTC(2026, 2, 1, 9, 30)

export function submission(facts: Partial<Submission> = {}): Submission {
  return {
    id: 1,
    requestHash: Buffer.alloc(16, 1),
    ordinal: 0,
    generation: 0,
    request: '{"employeeId":"E1","destination":"Spain"}',
    state: 'ready',
    identifier: undefined,
    reportUrl: undefined,
    result: undefined,
    problemField: undefined,
    problem: undefined,
    rawAnswer: undefined,
    sentAt: undefined,
    acceptedAt: undefined,
    doneAt: undefined,
    isDoubted: false,
    ...facts,
  }
}

/** What the ledger says of a row that stands for this submission. */
export function record(facts: Partial<RowRecord> & { of?: Partial<Submission> } = {}): RowRecord {
  const { of, ...rest } = facts
  const own = of === undefined ? undefined : submission(of)
  return {
    seq: 0,
    sheet: 0,
    rowNumber: 2,
    isHidden: false,
    cells: '[]',
    warnings: undefined,
    state: own?.state ?? 'invalid',
    detail: undefined,
    wasDone: false,
    submission: own,
    other: undefined,
    ...rest,
  }
}

export function held(state: RowState, detail: object, of?: Partial<Submission>): RowRecord {
  return record({ ...(of === undefined ? {} : { of }), state, detail: JSON.stringify(detail) })
}

export function view(from: RowRecord, known: readonly Submission[] = [], sheets: readonly string[] = ['']): RowView {
  const { orphan } = JSON.parse(from.detail ?? '{}')
  const earlier = known.find(({ id }) => id === orphan)
  const words = { addresses: new RowAddresses(sheets), face: libraryFace }
  const hintFor = (field: string, message: string) => `hint for ${field}: ${message}`
  return new RowView({ ...from, other: earlier }, 'ledger', words, { hintFor, doneWord: 'scored' })
}

/** A line as heading → what is shown. */
export function asRecord(
  sheet: { columns: readonly { heading: string }[] },
  line: readonly OutputCell[],
): Record<string, unknown> {
  return Object.fromEntries(sheet.columns.map(({ heading }, index) => [heading, shownIn(line[index])]))
}

function shownIn(cell: OutputCell | undefined): unknown {
  return cell === undefined || cell.t === 'z' ? '' : cell.v
}
