import { once } from 'node:events'
import { resolve } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { type AuditRecord, auditColumns, describeSubject, toAuditRecord } from '../../app/audit/audit-columns.ts'
import type { AuditFinding, AuditVerdict } from '../../app/audit/verify-audit.ts'
import { findStore } from '../../app/ledger/ledger-access.ts'
import type { AuditLine } from '../../ledger/port/reports.ts'
import type { LedgerStore } from '../../ledger/port.ts'
import { escapeCodes } from '../../messages/show-codes.ts'
import type { ExitCode } from '../../settings/exit-codes.ts'
import { escapeCsvFormulas } from '../../sheet/writing/safe-text.ts'
import type { Host } from '../host.ts'
import { discloseOnTerminal } from '../output/ledger-session.ts'
import { countOf, listLines, printLines, printResult, printToStderr, toPlainLine } from '../output/print.ts'
import type { Arguments, CommandSession } from '../setting-options.ts'

/** `status --attempts`: a line for each attempt (`--json`: JSON lines). */
export async function showAudit({ host, args }: CommandSession, input?: string): Promise<ExitCode> {
  const { stdout } = host
  const store = findStore({ ledger: args.ledger, surroundings: host })
  if (args.output !== undefined) return writeAuditFile(host, store, input, { ledger: args.ledger, output: args.output })
  const format = chooseFormat(args)
  // The reader has closed the pipe (`| head`), which is no failure. Node never calls standard output destroyed.
  let isGone = false
  stdout.once('error', () => {
    isGone = true
  })
  /** Waits for a slow reader, so that a long log does not fill the memory. */
  async function print(text: string): Promise<void> {
    if (!stdout.write(text) && !isGone) await once(stdout, 'drain').catch(() => {})
  }
  let printed = 0
  if (format === asCsv) await print(stringify([auditColumns.map(({ heading }) => heading)]))
  try {
    for await (const lines of store.audit(input === undefined ? undefined : resolve(input))) {
      for (const line of lines) {
        if (isGone) return 0
        printed += 1
        await print(format(toAuditRecord(line), line))
      }
    }
  } finally {
    const disclosure = { operation: 'audit', detail: `${printed} lines of the log` } as const
    if (printed > 0) await discloseOnTerminal(host, args.ledger, disclosure)
  }
  if (printed === 0 && format === asText)
    printLines(host, [input === undefined ? 'Nothing was sent yet.' : `Nothing was sent for ${input} yet.`])
  return 0
}

/** Prints the last digest, to be kept apart from the file. */
async function writeAuditFile(
  host: Host,
  store: LedgerStore,
  input: string | undefined,
  { ledger, output }: { ledger: string; output: string },
): Promise<ExitCode> {
  const { writeAudit, describeExport } = await import('../../app/audit/write-audit.ts')
  const { file, lines, digest } = await writeAudit(store, input, output, (sealed, temporary) => {
    const disclosure = { operation: 'audit', detail: describeExport(sealed) } as const
    return discloseOnTerminal(host, ledger, disclosure, { output, temporary })
  })
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
  const cells = auditColumns.map(({ heading }) => {
    const value = record[heading]
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

const mostPrinted = 40

/** `status --verify`: 0 as written, 3 differences. */
export async function verifyAuditFile(
  { host, args }: CommandSession,
  input: string | undefined,
  file: string,
): Promise<ExitCode> {
  const { verifyAudit } = await import('../../app/audit/verify-audit.ts')
  const verdict = await verifyAudit(findStore({ ledger: args.ledger, surroundings: host }), input, file)
  const { ledger, findings } = verdict
  if (findings.some(({ kind }) => kind === 'changed' || kind === 'moved')) {
    const detail = `${findings.length} differences of an exported audit`
    await discloseOnTerminal(host, args.ledger, { operation: 'audit', detail })
  }
  const isAsWritten = findings.length === 0 && ledger !== 'unrecorded' && ledger !== 'other'
  printResult({ host, args }, { file, ...verdict, isAsWritten }, describeVerdict(file, verdict))
  return isAsWritten ? 0 : 3
}

const ofLedger = {
  none: 'There is no ledger here: only the file was looked at.',
  other: 'None of its lines is in this ledger: it is of another one, or made up. Only the file was looked at.',
  recorded: 'This ledger recorded that it wrote this file.',
  altered: 'This ledger recorded that it wrote a file with this last digest; this one was changed since.',
  unrecorded: 'This ledger did not record that it wrote this file.',
} as const satisfies Record<AuditVerdict['ledger'], string>

/** What no comparison proves, by what there was to compare with. */
const limits = {
  file: 'Not proven: a person who changes a file can compute all its digests again. Compare the last one with your own copy of it, or use the ledger that wrote the file.',
  ledger:
    'Not proven: the ledger’s owner can rewrite it, and this file. Against that stand digests kept elsewhere: your own copies, other people’s registers, the line of the ledger in each Summary. Nor is proven that an account was a person, that a clock was right, or that what was recorded first was true. Values are compared, not how a cell shows them.',
}

function describeVerdict(file: string, verdict: AuditVerdict): string[] {
  const { lines, digest, isWhole, ledger, forgotten, findings } = verdict
  const rest = findings.length - mostPrinted
  return listLines(
    `${file}: ${countOf(lines, 'line')}, digest of the last: ${digest || 'none'}`,
    isWhole ? 'The file agrees with itself.' : 'The file does not agree with itself.',
    ofLedger[ledger],
    forgotten > 0 &&
      `Forgotten since: ${countOf(forgotten, 'line')}. What was sent is compared by the digest that stays; name, trip and scores of a decision are not.`,
    findings.length === 0 ? 'No difference was found.' : `${countOf(findings.length, 'difference')}:`,
    findings.slice(0, mostPrinted).map((finding) => `  ${describeFinding(finding)}`),
    rest > 0 && `  and ${rest.toLocaleString('en')} more, with --json`,
    ledger === 'none' || ledger === 'other' ? limits.file : limits.ledger,
  )
}

const findingWords: Readonly<Record<AuditFinding['kind'], (finding: AuditFinding, at: string) => string>> = {
  digest: (_, at) => `${at}: a digest is not that of its texts and the line before`,
  missing: (_, at) =>
    `${at} of the ledger is not in the file: taken out, unless the file is of one input that was not named`,
  added: (_, at) => `${at} is not in this ledger`,
  order: (_, at) => `${at} stands behind a later line, or twice`,
  sum: ({ found, known }, at) => `${at}: the file says “${found}”, its lines “${known}”`,
  changed: ({ column, found, known }, at) => `${at}, ${column}: the file says “${found}”, the ledger “${known}”`,
  moved: ({ column, found, known }, at) =>
    `${at}, ${column}: the file says “${found}”, the ledger now “${known}”, which may have changed since`,
}

function describeFinding(finding: AuditFinding): string {
  const { kind, line, place = '' } = finding
  const at = line === undefined ? place : place === '' ? `line ${line}` : `line ${line} (${place})`
  return findingWords[kind](finding, at)
}
