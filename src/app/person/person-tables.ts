import type { JsonFields } from '../../contract/outcome.ts'
import type { PersonRecords, PersonStatement, PersonSubmission, ReplacedVersion } from '../../ledger/port/person.ts'
import type { AuditLine } from '../../ledger/port/reports.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { resultTitles } from '../../messages/result-titles.ts'
import { labelState } from '../../messages/states.ts'
import { operations } from '../../operations/all.ts'
import { decide } from '../../operations/decide.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import { linkCell, textCell, timeCell } from '../../pipeline/rows/cells.ts'
import { emptyCell } from '../../sheet/cell.ts'
import type { OutputCell } from '../../sheet/writing/workbook-writer.ts'
import { auditColumns, toAuditRecord } from '../audit/audit-columns.ts'
import { toAuditCell } from '../audit/audit-table.ts'
import { describeStatement } from '../seal-statement.ts'
import { type Facts, type PersonTable, tabulate } from './person-table.ts'
import { tabulateFiles, tabulateMentions, tabulateRows } from './row-tables.ts'

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
  const facts = own.map((submission) => describeRequest(operation, submission))
  return tabulate(name, about, facts, true)
}

function tabulateActs(submissions: readonly PersonSubmission[]): PersonTable {
  const about = 'Decisions about other people in which this ID stands as the one who decided, approved or canceled.'
  const facts = submissions.map((each) => describeRequest(decide, each))
  return tabulate('Decided by this person', about, facts, true)
}

function describeRequest({ sheet, output }: Operation, submission: PersonSubmission): Facts {
  const { request, result, identifier, reportUrl, problem, problemField, rawAnswer } = submission
  const titles = new Map(sheet.fields.map(({ name, about }) => [name, about.title]))
  const title = (field: string): string => titles.get(field) ?? resultTitles[field] ?? field
  return {
    Outcome: textCell(labelState(submission.state)),
    ...listFields(request, title),
    ...listFields(result ?? '{}', (field) => `${title(field)} (answer)`),
    [title(output.createdHeadings[0] ?? 'Identifier')]: textCell(identifier ?? ''),
    Report: linkCell(reportUrl ?? ''),
    Problem: textCell([problemField, problem].filter((text) => text !== null && text !== '').join(': ')),
    'Answer as it came': textCell(rawAnswer ?? ''),
    Sent: timeCell(submission.sentAt ?? undefined),
    'Sent by': textCell(submission.sender ?? ''),
    Accepted: timeCell(submission.acceptedAt ?? undefined),
    Finished: timeCell(submission.doneAt ?? undefined),
    Service: textCell(submission.address),
    Company: textCell(submission.company),
  }
}

function listFields(json: string, title: (field: string) => string): Facts {
  const fields = Object.entries(parseStored<JsonFields>(json, 'request or result'))
  return Object.fromEntries(fields.map(([field, value]) => [title(field), toCell(value)]))
}

function toCell(value: unknown): OutputCell {
  if (typeof value === 'number') return { t: 'n', v: value }
  if (typeof value === 'boolean') return { t: 'b', v: value }
  if (value === null || value === undefined) return emptyCell
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /^\d{4}-\d\d-\d\dT00:00:00\.000Z$/.test(text) ? { t: 'd', v: text.slice(0, 19) } : textCell(text)
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
const columns = auditColumns.filter(({ name }) => shown.split(' ').includes(name))

/** The log of attempts. */
function tabulateLines(lines: readonly AuditLine[]): PersonTable {
  const facts = lines.map((line): Facts => {
    const record = toAuditRecord({ ...line, operation: actions[line.operation] ?? line.operation })
    const cells = columns.map(({ name, title, kind }) => [title, toAuditCell(kind, record[name])])
    return { ...Object.fromEntries(cells), 'What was sent': textCell(line.request) }
  })
  return tabulate('Log', 'Everything that was done with these requests, in order.', facts)
}

function tabulateVersions(versions: readonly ReplacedVersion[]): PersonTable {
  const facts = versions.map(({ replacedAt, request, result }) => {
    return { Replaced: timeCell(replacedAt), 'What was sent': textCell(request), Answer: textCell(result ?? '') }
  })
  return tabulate('Earlier versions', 'Requests and answers that later ones have replaced.', facts)
}

/** What was said under the person's staff ID about plans, runs and rules. */
function tabulateStatements(statements: readonly PersonStatement[]): PersonTable {
  return tabulate(
    'Sealed and released',
    'Plans that were sealed, released or dropped under this staff ID, and rules that were changed under it.',
    statements.map(({ at, operation, outcome, detail, account, machine, file }) => ({
      When: timeCell(at ?? undefined),
      What: textCell(outcome),
      Statement: textCell(describeStatement(operation, detail)),
      'By account': textCell(account === null ? '' : `${account}@${machine}`),
      File: textCell(file ?? ''),
    })),
  )
}
