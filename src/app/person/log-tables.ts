import type { ReplacedVersion } from '../../ledger/port/person.ts'
import type { AuditLine } from '../../ledger/port/reports.ts'
import { textCell, timeCell } from '../../pipeline/rows/cells.ts'
import { auditColumns, toAuditRecord } from '../audit/audit-columns.ts'
import { toAuditCell } from '../audit/audit-table.ts'
import type { PersonTable } from './person-table.ts'

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
export function tabulateLines(lines: readonly AuditLine[]): PersonTable {
  return {
    name: 'Log',
    about: 'Everything that was done with these requests, in order.',
    headings: [...columns.map(({ title }) => title), 'What was sent'],
    lines: lines.map((line) => {
      const record = toAuditRecord({ ...line, operation: actions[line.operation] ?? line.operation })
      return [...columns.map(({ name, kind }) => toAuditCell(kind, record[name])), textCell(line.request)]
    }),
  }
}

export function tabulateVersions(versions: readonly ReplacedVersion[]): PersonTable {
  return {
    name: 'Earlier versions',
    about: 'Requests and answers that later ones have replaced.',
    headings: ['Replaced', 'What was sent', 'Answer'],
    lines: versions.map(({ replacedAt, request, result }) => [
      timeCell(replacedAt),
      textCell(request),
      textCell(result ?? ''),
    ]),
  }
}
