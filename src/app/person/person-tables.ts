import type { JsonFields } from '../../contract/outcome.ts'
import { heldStates, standInStates } from '../../contract/states.ts'
import type { PersonRecords, PersonRow, PersonSubmission } from '../../ledger/port/forgetting.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { libraryFace } from '../../messages/face.ts'
import { resultTitles } from '../../messages/result-titles.ts'
import { labelState } from '../../messages/states.ts'
import { operations } from '../../operations/all.ts'
import { decide } from '../../operations/decide.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import { linkCell, requestCell, timeCell, valueCell } from '../../pipeline/rows/cells.ts'
import { RowAddresses, type SheetColumns } from '../../pipeline/rows/loaded-input.ts'
import { parseFindings } from '../../pipeline/rows/row-findings.ts'
import { describeProblem, explainOutcome, qualifyProblems, readOutcome } from '../../pipeline/rows/row-outcome.ts'
import { parseCells } from '../../pipeline/rows/stored-cells.ts'
import { columnName, isBlank } from '../../sheet/cell.ts'
import type { OutputCell } from '../../sheet/writing/workbook-writer.ts'
import { auditColumns, toAuditRecord } from '../audit/audit-columns.ts'
import { toAuditCell } from '../audit/audit-file.ts'
import { describeStatement } from '../seal-statement.ts'
import { mentionsOf } from './read-named-cells.ts'

/** Headings for the person whom it is about, who knows neither this program nor its interface. */
export interface PersonTable {
  name: string
  /** One sentence. */
  about: string
  headings: readonly string[]
  lines: readonly (readonly OutputCell[])[]
}

/** A line of a table: heading → cell, or its plain value. */
type Facts = Readonly<Record<string, OutputCell | string | number | null | undefined>>

/** Headings in the order in which they first come; `isSparse`: without those that no line has a value for. */
function tabulate(name: string, about: string, records: readonly Facts[], isSparse = false): PersonTable {
  const cellOf = (facts: Facts, heading: string): OutputCell => valueCell(facts[heading] ?? undefined)
  const isUsed = (heading: string): boolean => !isSparse || records.some((facts) => cellOf(facts, heading).t !== 'z')
  const headings = [...new Set(records.flatMap(Object.keys))].filter(isUsed)
  return { name, about, headings, lines: records.map((facts) => headings.map((each) => cellOf(facts, each))) }
}

/** Tables without lines are left out. */
export function tabulatePerson(person: string, { acts, ...records }: PersonRecords): PersonTable[] {
  return [
    ...operations.map((operation) => {
      const { name = operation.name, about = operation.output.title } = sheetNames[operation.name] ?? {}
      const own = records.submissions.filter((each) => each.operation === operation.name)
      const requests = own.map((each) => describeRequest(operation, each))
      return tabulate(name, about, requests, true)
    }),
    tabulate(
      'Rows as read',
      'Each cell of the rows about this person, as it was read from a sheet, and the remarks about it.',
      records.rows.flatMap(describeRow),
    ),
    tabulate(
      'Files',
      'Files from which these rows came, and files that were written of them: they may still name this person.',
      listFiles(records.rows),
    ),
    tabulate(
      'Log',
      'Everything that was done with these requests, in order.',
      records.lines.map((line) => {
        const record = toAuditRecord({ ...line, operation: actions[line.operation] ?? line.operation })
        const cells = logColumns.map(({ heading, title, kind }) => [title, toAuditCell(kind, record[heading])])
        return { ...Object.fromEntries(cells), 'What was sent': line.request }
      }),
    ),
    tabulate(
      'Earlier versions',
      'Requests and answers that later ones have replaced.',
      records.earlier.map(({ replacedAt, request, result }) => {
        return { Replaced: timeCell(replacedAt), 'What was sent': request, Answer: result }
      }),
    ),
    tabulate(
      'Decided by this person',
      'Decisions about other people in which this ID stands as the one who decided, approved or canceled.',
      acts.submissions.map((each) => describeRequest(decide, each)),
      true,
    ),
    // What was said under the person's staff ID about plans, runs and rules.
    tabulate(
      'Sealed and released',
      'Plans that were sealed, released or dropped under this staff ID, and rules that were changed under it.',
      acts.statements.map(({ at, operation, outcome, detail, account, machine, file }) => ({
        When: timeCell(at ?? undefined),
        What: outcome,
        Statement: describeStatement(operation, detail),
        'By account': account === null ? '' : `${account}@${machine}`,
        File: file,
      })),
    ),
    tabulate(
      'Named in other rows',
      'Rows about other people in which this ID stands, for instance as line manager; the rest of them is theirs.',
      listMentions(person, acts.rows),
    ),
  ].filter(({ lines }) => lines.length > 0)
}

/** Not “Decisions”: decide would take such a sheet for its own. */
const sheetNames: Readonly<Record<string, { name: string; about: string }>> = {
  assess: { name: 'Assessments', about: 'What was asked of the service about a trip or a hire, and what it answered.' },
  decide: {
    name: 'What was decided',
    about: 'What was decided about these assessments, by whom, and what the service answered.',
  },
  invite: { name: 'Invitations', about: 'Invitations to an account at the service.' },
}

function describeRequest({ sheet, output }: Operation, submission: PersonSubmission): Facts {
  const { request, result, identifier, reportUrl, problem, problemField, rawAnswer } = submission
  const titles = new Map(sheet.fields.map(({ name, about }) => [name, about.title]))
  const title = (field: string): string => titles.get(field) ?? resultTitles[field] ?? field
  return {
    Outcome: labelState(submission.state),
    ...listFields(request, title),
    ...listFields(result ?? '{}', (field) => `${title(field)} (answer)`),
    [title(output.createdHeadings[0] ?? 'Identifier')]: identifier,
    Report: linkCell(reportUrl ?? ''),
    Problem: [problemField, problem].filter((text) => text !== null && text !== '').join(': '),
    'Answer as it came': rawAnswer,
    Sent: timeCell(submission.sentAt ?? undefined),
    'Sent by': submission.sender,
    Accepted: timeCell(submission.acceptedAt ?? undefined),
    Finished: timeCell(submission.doneAt ?? undefined),
    Service: submission.address,
    Company: submission.company,
  }
}

function listFields(json: string, title: (field: string) => string): Facts {
  const fields = Object.entries(parseStored<JsonFields>(json, 'request or result'))
  return Object.fromEntries(fields.map(([field, value]) => [title(field), toCell(value)]))
}

function toCell(value: unknown): Facts[string] {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return { t: 'b', v: value }
  return requestCell(typeof value === 'object' && value !== null ? JSON.stringify(value) : value)
}

/** In the words of the service’s interface: `create` and so on. */
const actions: Readonly<Record<string, string>> = {
  create: 'sent to be assessed',
  retrieve: 'scores asked for',
  update: 'decision sent',
  create_pending_user: 'invitation sent',
  recover: 'an interrupted sending was noted',
  resolve: 'a person said what became of it',
  resend: 'prepared to be sent again',
}

const shown =
  'sentAt answeredAt operation outcome httpStatus detail account machine login file sheet row address company'
const logColumns = auditColumns.filter(({ heading }) => shown.split(' ').includes(heading))

/** One line for each cell: every sheet has columns of its own. */
function describeRow(row: PersonRow): Facts[] {
  const whole = { ...placeOf(row), ...readingOf(row), Outcome: labelState(row.state) }
  const filled = listCells(row).filter(({ Value }) => !isBlank(Value))
  const remarks = listRemarks(row).map((Value) => ({ Column: '', Heading: 'Remark of the program', Value }))
  return [...filled, ...remarks].map((facts) => ({ ...whole, ...facts }))
}

/** Cells of rows about other people: only the place where this person stands in them. */
function listMentions(person: string, rows: readonly PersonRow[]): Facts[] {
  const isNamed = mentionsOf(person)
  return rows.flatMap((row) => {
    const cells = listCells(row).filter(({ Value }) => isNamed(JSON.stringify(Value)))
    return cells.map(({ Heading, Value }) => ({ ...placeOf(row), Heading, Value, ...readingOf(row) }))
  })
}

function placeOf({ file, sheet, rowNumber }: PersonRow): Facts {
  return { File: file, Sheet: sheet, Row: rowNumber }
}

function readingOf({ readAt, reader }: PersonRow): Facts {
  return { Read: timeCell(readAt), 'Read by': reader }
}

function listCells({ columns, cells }: PersonRow) {
  const { headings = [] } = columns === '' ? {} : parseStored<Partial<SheetColumns>>(columns, 'list of columns')
  return parseCells(cells).map((cell, index) => {
    return { Column: columnName(index), Heading: headings[index] ?? '', Value: cell }
  })
}

const format = { addresses: new RowAddresses([]), face: libraryFace }

/** They repeat values of the cells. */
function listRemarks(row: PersonRow): string[] {
  const { warnings, corrections } = parseFindings(row.warnings ?? undefined)
  const warned = qualifyProblems(warnings, { sheet: 0 }, format).map((problem) => describeProblem(problem))
  const meant = corrections.map(({ column, meant: value }) => `${columnName(column)} is read as “${value}”`)
  return [...explainHeld(row), ...warned, ...meant]
}

/** Why nothing was sent for the row alone. */
function explainHeld({ state, seq, rowNumber, cells, detail }: PersonRow): string[] {
  const held = heldStates.find((each) => each === state)
  if (held === undefined || standInStates.has(held)) return []
  const place = { state: held, seq, rowNumber, cells, sheet: 0, isHidden: false, wasDone: false }
  const unset = { warnings: undefined, submission: undefined, other: undefined }
  const outcome = readOutcome({ ...place, ...unset, detail: detail ?? undefined }, format)
  const { problem } = explainOutcome(outcome, () => '')
  return problem === '' ? [] : [problem]
}

/** Outside of the ledger; they may still name the person. */
function listFiles(rows: readonly PersonRow[]): Facts[] {
  const files = new Map(rows.map((row) => [JSON.stringify([row.file, row.output, row.reader]), row]))
  return [...files.values()].map(({ file, output, reader }) => {
    return { 'File that was read': file, 'File that was written': output, By: reader }
  })
}
