import type { JsonFields } from '../../contract/outcome.ts'
import type { AuditLine } from '../../ledger/port/reports.ts'
import { parseObject, parseStored } from '../../ledger/stored-json.ts'
import { tableTitles } from '../../messages/result-titles.ts'
import { nameOfPerson } from '../../operations/person-name.ts'
import type { SheetColumns } from '../../pipeline/rows/loaded-input.ts'
import { parseFields } from '../../pipeline/rows/row-outcome.ts'
import { restoreCells, type StoredCell } from '../../pipeline/rows/stored-cells.ts'
import type { OutputColumn } from '../../sheet/writing/workbook-writer.ts'
import { toIsoTime } from '../../support/clock.ts'
import { describeStatement, type ReleaseStatement, type SealStatement } from '../seal-statement.ts'

type Value = string | number | null

interface Seen {
  line: AuditLine
  asked(field: string): string | null
  about: JsonFields
  result: JsonFields
  release: ReleaseStatement | undefined
}

/** The heading is its name in CSV and JSON. */
export interface AuditColumn<Name extends string = string> extends OutputColumn {
  heading: Name
  title: string
  kind: 'text' | 'number' | 'time' | 'day'
  value(seen: Seen): Value
  /** `later`: may be filled in afterwards; `moving`: of now, not of then. */
  stays?: 'later' | 'moving'
  /** Not in the erased text of which the ledger has a digest: of a forgotten line it cannot be compared. */
  isLost?: true
}

type More = Partial<Omit<AuditColumn, 'heading' | 'value'>>

function column<Name extends string>(heading: Name, value: AuditColumn['value'], more: More = {}): AuditColumn<Name> {
  const title = more.title ?? tableTitles[heading] ?? heading
  return { heading, kind: 'text', width: Math.max(14, title.length + 4), ...more, title, value }
}

/** Of the line as the ledger has it. */
function own<Name extends keyof AuditLine>(name: Name, title?: string, more: More = {}): AuditColumn<Name> {
  return column(name, ({ line }) => line[name] as Value, { ...more, ...(title === undefined ? {} : { title }) })
}

function time<Name extends 'sentAt' | 'answeredAt'>(name: Name): AuditColumn<Name> {
  const value = ({ line }: Seen): Value => (line[name] === null ? null : toIsoTime(line[name]))
  return column(name, value, { kind: 'time', width: 24 })
}

function asked<Name extends string>(name: Name, more: More = {}): AuditColumn<Name> {
  return column(name, (seen) => seen.asked(name), more)
}

/** Of the request, or of the assessment that it decides on. */
function trip<Name extends string>(name: Name, kind: AuditColumn['kind'] = 'text'): AuditColumn<Name> {
  const value = ({ asked, about }: Seen): Value => asked(name) ?? textOf(about[name])
  return column(name, value, { kind, stays: 'later', isLost: true })
}

function score<Name extends string>(name: Name, kind: AuditColumn['kind']): AuditColumn<Name> {
  const note = 'As this ledger knew it when the decision was recorded; in a line “retrieve”: as that answer brought it.'
  const value = ({ result }: Seen): Value => (result[name] as Value | undefined) ?? null
  return column(name, value, { kind, note, stays: 'later', isLost: true })
}

/** The one list of what a line of the audit shows, on every face. */
export const auditColumns = [
  column('line', ({ line }) => line.number, {
    title: 'Line',
    kind: 'number',
    note: 'Number in the log; lines of other inputs leave gaps.',
  }),
  time('sentAt'),
  time('answeredAt'),
  own('account', 'Account'),
  own('machine', 'Machine'),
  own('login', 'Log-in', { stays: 'moving' }),
  own('file', 'File', { width: 40 }),
  column('sheet', ({ line }) => line.sheet || null, { stays: 'moving' }),
  column('row', ({ line }) => line.rowNumber, { kind: 'number', stays: 'moving', note: 'Where it stands now.' }),
  own('operation', 'Action'),
  own('httpStatus', 'HTTP status', { kind: 'number' }),
  own('outcome'),
  trip('employeeId'),
  column('name', ({ line }) => line.rows.map(nameInRow).find((name) => name !== '') ?? null, {
    stays: 'moving',
    isLost: true,
    note: 'Of whom was decided on, from the latest sheet that this ledger knows; empty where no sheet had a name.',
  }),
  column('assessmentId', ({ line, asked }) => asked('assessmentId') ?? (asked('employeeId') && line.identifier), {
    stays: 'moving',
  }),
  score('overallTrip', 'number'),
  score('cumulativePeRiskLevel', 'text'),
  asked('status'),
  asked('complianceTeamMemberId'),
  asked('managerId'),
  asked('cancelledByStaffId'),
  asked('note', { title: 'Note', width: 40 }),
  column(
    'externalEventId',
    ({ line, asked }) =>
      line.isFourEyes === null
        ? null
        : (/externalEventId (\S+)$/.exec(line.detail)?.[1] ?? asked('externalEventId') ?? line.eventId),
    { isLost: true },
  ),
  column('fourEyes', ({ line: { isFourEyes } }) => (isFourEyes === null ? null : isFourEyes ? 'yes' : 'no'), {
    title: 'Four eyes',
    note: 'Whether two people were demanded for the address and company when the decision was released to be sent.',
  }),
  column('sealedBy', ({ release }) => release?.sealedBy ?? null, { title: 'Sealed by', stays: 'later' }),
  column('releasedBy', ({ release }) => release?.by ?? null, { title: 'Released by', stays: 'later' }),
  column('seal', ({ release, line }) => release?.seal ?? sealOf(line), { title: 'Seal', width: 20, stays: 'later' }),
  trip('destination'),
  trip('startDate', 'day'),
  trip('endDate', 'day'),
  asked('staff_id'),
  asked('email'),
  column('detail', ({ line }) => describeStatement(line.operation, line.detail), { title: 'Remark', width: 40 }),
  own('identifier', 'Identifier', { stays: 'moving' }),
  own('state', 'State now', { stays: 'moving' }),
  own('address', 'Service', { width: 40, stays: 'moving' }),
  own('company', 'Company'),
  column('run', ({ line }) => line.runId, { title: 'Run', kind: 'number' }),
] as const

/** Behind the readable columns of an export: what digests are computed from, and they. */
export const proofTitles = {
  request: 'What was sent',
  salt: 'Salt',
  contentDigest: 'Content digest',
  ledgerDigest: 'Ledger digest',
  digest: 'Digest',
} as const

export type AuditRecord = Record<(typeof auditColumns)[number]['heading'], Value>

export function toAuditRecord(line: AuditLine): AuditRecord {
  const request = parseFields(line.request)
  const seen: Seen = {
    line,
    asked: (field) => textOf(request[field]),
    about: parseFields(line.about ?? undefined),
    result: parseFields(line.result ?? undefined),
    release: line.release === null ? undefined : parseStored<ReleaseStatement>(line.release, 'statement'),
  }
  return Object.fromEntries(auditColumns.map(({ heading, value }) => [heading, value(seen)])) as AuditRecord
}

function textOf(value: unknown): string | null {
  return value === undefined || value === null ? null : String(value)
}

function nameInRow(row: string): string {
  const [columns, cells] = parseObject<[SheetColumns | null, readonly StoredCell[]]>(row) ?? [null, []]
  return columns === null ? '' : nameOfPerson({ cells: restoreCells(cells) }, columns)
}

function sealOf({ operation, detail }: AuditLine): string | null {
  return operation === 'seal' ? parseStored<SealStatement>(detail, 'statement').seal : null
}

export function describeSubject(record: AuditRecord): string {
  const { employeeId, assessmentId, status, note, staff_id } = record
  const actors = [record.complianceTeamMemberId, record.managerId, record.cancelledByStaffId]
  const by = actors.filter((actor) => actor !== null).join(' and ')
  const decision = status === null ? '' : `${status}${by === '' ? '' : ` by ${by}`}`
  const whom = [employeeId, staff_id, status === null ? null : assessmentId].filter((text) => text !== null).join(', ')
  const pair =
    decision === '' || record.releasedBy === null
      ? ''
      : `sealed by ${record.sealedBy}, released by ${record.releasedBy}`
  return [decision, whom, note === null ? '' : `note: ${note}`, pair].filter((text) => text !== '').join('; ')
}
