import { once } from 'node:events'
import { resolve } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { type AuditRecord, auditColumns, describeSubject, toAuditRecord } from '../../app/audit/audit-columns.ts'
import { findStore } from '../../app/ledger/ledger-access.ts'
import type { AuditLine } from '../../ledger/port/reports.ts'
import type { LedgerStore } from '../../ledger/port.ts'
import { escapeCodes } from '../../messages/show-codes.ts'
import { escapeCsvFormulas } from '../../sheet/writing/safe-text.ts'
import type { ExitCode } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { discloseOnTerminal } from '../output/disclose.ts'
import { printLines, printToStderr, toPlainLine } from '../output/print.ts'
import type { Arguments } from '../setting-options.ts'

/** `status --attempts`: a line for each attempt (`--json`: JSON lines). */
export async function showAudit(host: Host, input: string | undefined, args: Arguments): Promise<ExitCode> {
  const store = findStore({ ledger: args.ledger, surroundings: host })
  if (args.output !== undefined) return writeAuditFile(host, store, input, { ledger: args.ledger, output: args.output })
  const format = chooseFormat(args)
  const reader = watchReader(host)
  let printed = 0
  if (format === asCsv) await reader.print(stringify([auditColumns.map(({ name }) => name)]))
  try {
    for await (const lines of store.audit(input === undefined ? undefined : resolve(input))) {
      for (const line of lines) {
        if (reader.isGone()) return 0
        printed += 1
        await reader.print(format(toAuditRecord(line), line))
      }
    }
  } finally {
    if (printed > 0) await discloseLines(host, args.ledger, `${printed} lines of the log`)
  }
  if (printed === 0 && format === asText) {
    await reader.print(
      input === undefined ? 'Nothing was sent yet.\n' : `${toPlainLine(`Nothing was sent for ${input} yet.`)}\n`,
    )
  }
  return 0
}

function discloseLines(
  host: Host,
  ledger: string,
  detail: string,
  file?: { output: string; temporary: string },
): Promise<void> {
  return discloseOnTerminal(host, ledger, { operation: 'audit', detail }, file)
}

/** Prints the last digest, to be kept apart from the file. */
async function writeAuditFile(
  host: Host,
  store: LedgerStore,
  input: string | undefined,
  { ledger, output }: { ledger: string; output: string },
): Promise<ExitCode> {
  const { writeAudit, describeExport } = await import('../../app/audit/write-audit.ts')
  const { file, lines, digest } = await writeAudit(store, input, output, (sealed, temporary) =>
    discloseLines(host, ledger, describeExport(sealed), { output, temporary }),
  )
  printToStderr(host, [`${lines.toLocaleString('en')} lines; digest of the last: ${digest || 'none'}`])
  printLines(host, [file])
  return 0
}

function chooseFormat({ json, csv }: Arguments): (record: AuditRecord, line: AuditLine) => string {
  if (json) return asJson
  return csv ? asCsv : asText
}

/** Includes the whole request as it was sent. */
function asJson(record: AuditRecord, { request }: AuditLine): string {
  return `${escapeCodes(JSON.stringify({ ...record, request: JSON.parse(request) }))}\n`
}

function asCsv(record: AuditRecord): string {
  const cells = auditColumns.map(({ name }) => {
    const value = record[name]
    return typeof value === 'string' ? escapeCsvFormulas(toPlainLine(value)) : value
  })
  return stringify([cells])
}

function asText(record: AuditRecord): string {
  const { sentAt, answeredAt, account, machine, login, sheet, row, operation, httpStatus, outcome, detail } = record
  const by = account === null ? 'no run' : `${account}@${machine}`
  const who = login === null || login === account ? by : `${by} (login ${login})`
  const where = row === null ? 'no row' : `${sheet === null ? '' : `${sheet} `}row ${row}`
  const status = httpStatus === null ? '' : ` HTTP ${httpStatus}`
  const subject = tidy(describeSubject(record))
  const what = `${outcome}${subject === '' ? '' : ` (${subject})`}${detail === '' ? '' : `: ${tidy(String(detail))}`}`
  return `${toPlainLine(`${sentAt ?? answeredAt ?? ''}  ${who}  ${where}  ${operation}${status}  ${what}`)}\n`
}

function tidy(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ')
}

interface Reader {
  /** Waits for a slow reader, so that a long log does not fill the memory. */
  print(text: string): Promise<void>
  /** True once the reader has closed the pipe (`| head`), which is not a failure. */
  isGone(): boolean
}

/** Node never calls standard output destroyed; only the error event tells that the reader closed the pipe. */
function watchReader({ stdout }: Host): Reader {
  let isGone = false
  stdout.once('error', () => {
    isGone = true
  })
  return {
    isGone: () => isGone,
    async print(text) {
      if (!stdout.write(text) && !isGone) await once(stdout, 'drain').catch(() => {})
    },
  }
}
