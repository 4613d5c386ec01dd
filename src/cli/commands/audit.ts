import { once } from 'node:events'
import { resolve } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { type AuditLine, readAudit } from '../../ledger/audit.ts'
import { toIsoTime } from '../../support/clock.ts'
import type { ExitCode } from '../exit-code.ts'

export interface AuditArguments {
  ledger: string
  json: boolean
  csv: boolean
}

const columns = [
  'sentAt',
  'answeredAt',
  'row',
  'operation',
  'httpStatus',
  'outcome',
  'detail',
  'identifier',
  'state',
  'request',
  'address',
  'company',
  'run',
] as const

/** `status --attempts`: who was told what, when, with which answer; one line each (`--json`: JSON lines). */
export async function showAudit(input: string | undefined, args: AuditArguments): Promise<ExitCode> {
  if (args.csv) await print(stringify([[...columns]]))
  for (const line of readAudit(args.ledger, input === undefined ? undefined : resolve(input))) {
    if (process.stdout.destroyed) break
    const record = toRecord(line)
    if (args.json) await print(`${JSON.stringify(record)}\n`)
    else if (args.csv) await print(stringify([columns.map((column) => record[column])], { escape_formulas: true }))
    else await print(`${describe(record)}\n`)
  }
  return 0
}

type AuditRecord = Record<(typeof columns)[number], string | number | null>

function toRecord(line: AuditLine): AuditRecord {
  return {
    sentAt: line.sentAt === null ? null : toIsoTime(line.sentAt),
    answeredAt: line.answeredAt === null ? null : toIsoTime(line.answeredAt),
    row: line.rowNumber,
    operation: line.operation,
    httpStatus: line.httpStatus,
    outcome: line.outcome,
    detail: line.detail,
    identifier: line.identifier,
    state: line.state,
    request: line.request,
    address: line.address,
    company: line.company,
    run: line.runId,
  }
}

function describe({ sentAt, answeredAt, row, operation, httpStatus, outcome, detail }: AuditRecord): string {
  const where = row === null ? 'no row' : `row ${row}`
  const status = httpStatus === null ? '' : ` HTTP ${httpStatus}`
  const what = detail === '' ? '' : `: ${detail}`
  return `${sentAt ?? answeredAt ?? ''}  ${where}  ${operation}${status}  ${outcome}${what}`
}

/** Waits for a slow reader, so that a long log does not pile up in memory; one that went away is no failure. */
async function print(text: string): Promise<void> {
  if (!process.stdout.write(text) && !process.stdout.destroyed) await once(process.stdout, 'drain').catch(() => {})
}
