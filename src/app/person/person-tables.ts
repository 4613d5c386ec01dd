import type { JsonFields } from '../../contract/outcome.ts'
import type { PersonRecords, PersonSubmission } from '../../ledger/port/person.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { resultTitles } from '../../messages/result-titles.ts'
import { labelState } from '../../messages/states.ts'
import { operations } from '../../operations/all.ts'
import { decide } from '../../operations/decide.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import { linkCell, textCell, timeCell } from '../../pipeline/rows/cells.ts'
import { emptyCell } from '../../sheet/cell.ts'
import type { OutputCell } from '../../sheet/writing/workbook-writer.ts'
import { tabulateMentions, tabulateStatements } from './act-tables.ts'
import { tabulateLines, tabulateVersions } from './log-tables.ts'
import type { PersonTable } from './person-table.ts'
import { tabulateFiles, tabulateRows } from './row-tables.ts'

/** Tables without lines are left out. */
export function tabulatePerson(person: string, records: PersonRecords): PersonTable[] {
  const { acts } = records
  return [
    ...operations.map((operation) => tabulateRequests(operation, records.submissions)),
    tabulateRows(records.rows),
    tabulateFiles(records.rows),
    tabulateLines(records.lines),
    tabulateVersions(records.earlier),
    tabulateActs(acts.submissions),
    tabulateStatements(acts.statements),
    tabulateMentions(person, acts.rows),
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

function tabulateRequests(operation: Operation, submissions: readonly PersonSubmission[]): PersonTable {
  const { name = operation.name, about = operation.output.title } = sheetNames[operation.name] ?? {}
  const own = submissions.filter((each) => each.operation === operation.name)
  return { name, about, ...tabulate(own.map((submission) => describeRequest(operation, submission))) }
}

function tabulateActs(submissions: readonly PersonSubmission[]): PersonTable {
  const about = 'Decisions about other people in which this ID stands as the one who decided, approved or canceled.'
  return {
    name: 'Decided by this person',
    about,
    ...tabulate(submissions.map((each) => describeRequest(decide, each))),
  }
}

type Facts = readonly (readonly [heading: string, cell: OutputCell])[]

function describeRequest({ sheet, output }: Operation, submission: PersonSubmission): Facts {
  const { request, result, identifier, reportUrl, problem, problemField, rawAnswer } = submission
  const titles = new Map(sheet.fields.map(({ name, about }) => [name, about.title]))
  const title = (field: string): string => titles.get(field) ?? resultTitles[field] ?? field
  return [
    ['Outcome', textCell(labelState(submission.state))],
    ...listFields(request).map(([field, cell]) => [title(field), cell] as const),
    ...listFields(result ?? '{}').map(([field, cell]) => [`${title(field)} (answer)`, cell] as const),
    [title(output.createdHeadings[0] ?? 'Identifier'), textCell(identifier ?? '')],
    ['Report', linkCell(reportUrl ?? '')],
    ['Problem', textCell([problemField, problem].filter((text) => text !== null && text !== '').join(': '))],
    ['Answer as it came', textCell(rawAnswer ?? '')],
    ['Sent', timeCell(submission.sentAt ?? undefined)],
    ['Sent by', textCell(submission.sender ?? '')],
    ['Accepted', timeCell(submission.acceptedAt ?? undefined)],
    ['Finished', timeCell(submission.doneAt ?? undefined)],
    ['Service', textCell(submission.address)],
    ['Company', textCell(submission.company)],
  ]
}

function listFields(json: string): [field: string, cell: OutputCell][] {
  return Object.entries(parseStored<JsonFields>(json, 'request or result')).map(([field, value]) => [
    field,
    toCell(value),
  ])
}

function toCell(value: unknown): OutputCell {
  if (typeof value === 'number') return { t: 'n', v: value }
  if (typeof value === 'boolean') return { t: 'b', v: value }
  if (value === null || value === undefined) return emptyCell
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /^\d{4}-\d\d-\d\dT00:00:00\.000Z$/.test(text) ? { t: 'd', v: text.slice(0, 19) } : textCell(text)
}

/** Headings in the order in which they first come; those without any value are left out. */
function tabulate(records: readonly Facts[]): Pick<PersonTable, 'headings' | 'lines'> {
  const used = records.flatMap((facts) => facts.flatMap(([heading, cell]) => (cell.t === 'z' ? [] : heading)))
  const headings = [...new Set(records.flatMap((facts) => facts.map(([heading]) => heading)))].filter((heading) =>
    used.includes(heading),
  )
  const lines = records.map((facts) => {
    const cells = new Map(facts)
    return headings.map((heading) => cells.get(heading) ?? emptyCell)
  })
  return { headings, lines }
}
