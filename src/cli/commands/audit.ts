import { once } from 'node:events'
import { resolve } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { type AuditLine, readAudit } from '../../ledger/audit.ts'
import { toIsoTime } from '../../support/clock.ts'
import type { ExitCode } from '../exit-code.ts'
import { toPlainJson, toPlainLine } from '../output/print.ts'

export interface AuditArguments {
  ledger: string
  json: boolean
  csv: boolean
}

const columns = [
  'sentAt',
  'answeredAt',
  'file',
  'sheet',
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
  const format = chooseFormat(args)
  const reader = watchReader()
  let isEmpty = true
  if (format === asCsv) await reader.print(stringify([[...columns]]))
  for (const line of readAudit(args.ledger, input === undefined ? undefined : resolve(input))) {
    if (reader.isGone()) break
    isEmpty = false
    await reader.print(format(toRecord(line)))
  }
  if (isEmpty && format === asText) {
    await reader.print(
      input === undefined ? 'Nothing was sent yet.\n' : `${toPlainLine(`Nothing was sent for ${input} yet.`)}\n`,
    )
  }
  return 0
}

function chooseFormat({ json, csv }: AuditArguments): (record: AuditRecord) => string {
  if (json) return asJson
  return csv ? asCsv : asText
}

function asJson(record: AuditRecord): string {
  return `${toPlainJson(JSON.stringify(record))}\n`
}

function asCsv(record: AuditRecord): string {
  const cells = columns.map((column) => {
    const value = record[column]
    return typeof value === 'string' ? toPlainLine(value) : value
  })
  return stringify([cells], { escape_formulas: true })
}

type AuditRecord = Record<(typeof columns)[number], string | number | null>

function toRecord(line: AuditLine): AuditRecord {
  return {
    sentAt: line.sentAt === null ? null : toIsoTime(line.sentAt),
    answeredAt: line.answeredAt === null ? null : toIsoTime(line.answeredAt),
    file: line.file,
    sheet: line.sheet === '' ? null : line.sheet,
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

/** One line, whatever line breaks the service's words have. */
function asText({ sentAt, answeredAt, sheet, row, operation, httpStatus, outcome, detail }: AuditRecord): string {
  const where = row === null ? 'no row' : `${sheet === null ? '' : `${sheet} `}row ${row}`
  const status = httpStatus === null ? '' : ` HTTP ${httpStatus}`
  const what = detail === '' ? '' : `: ${String(detail).replace(/[\s\p{Cc}]+/gu, ' ')}`
  return `${toPlainLine(`${sentAt ?? answeredAt ?? ''}  ${where}  ${operation}${status}  ${outcome}${what}`)}\n`
}

interface Reader {
  /** Waits for a slow reader, so that a long log does not pile up in memory. */
  print(text: string): Promise<void>
  /** True once nobody reads any more (`| head`), which is no failure. */
  isGone(): boolean
}

/** Node never calls standard output destroyed; that its reader went away is seen by its error alone. */
function watchReader(): Reader {
  let isGone = false
  process.stdout.once('error', () => {
    isGone = true
  })
  return {
    isGone: () => isGone,
    async print(text) {
      if (!process.stdout.write(text) && !isGone) await once(process.stdout, 'drain').catch(() => {})
    },
  }
}
