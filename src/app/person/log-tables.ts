import type { ReplacedVersion } from '../../ledger/port/person.ts'
import type { AuditLine } from '../../ledger/port/reports.ts'
import { textCell, timeCell } from '../../pipeline/rows/cells.ts'
import { emptyCell } from '../../sheet/cell.ts'
import type { OutputCell } from '../../sheet/writing/workbook-writer.ts'
import { toAuditRecord } from '../audit/audit-columns.ts'
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

/** The log of attempts. */
export function tabulateLines(lines: readonly AuditLine[]): PersonTable {
  return {
    name: 'Log',
    about: 'Everything that was done with these requests, in order.',
    headings: [
      'Sent',
      'Answered',
      'Action',
      'Result',
      'HTTP status',
      'Remark',
      'What was sent',
      'By',
      'Log-in',
      'File',
      'Sheet',
      'Row',
      'Service',
      'Company',
    ],
    lines: lines.map((line) => {
      const { sentAt, answeredAt, httpStatus, rowNumber } = line
      return [
        timeCell(sentAt ?? undefined),
        timeCell(answeredAt ?? undefined),
        textCell(actions[line.operation] ?? line.operation),
        textCell(line.outcome),
        numberCell(httpStatus),
        textCell(String(toAuditRecord(line).detail ?? '')),
        textCell(line.request),
        textCell(line.account === null ? '' : `${line.account}@${line.machine}`),
        textCell(line.login ?? ''),
        textCell(line.file ?? ''),
        textCell(line.sheet ?? ''),
        numberCell(rowNumber),
        textCell(line.address),
        textCell(line.company),
      ]
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

function numberCell(value: number | null): OutputCell {
  return value === null ? emptyCell : { t: 'n', v: value }
}
