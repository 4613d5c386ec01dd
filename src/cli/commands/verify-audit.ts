import type { AuditFinding, AuditVerdict } from '../../app/audit/verify-audit.ts'
import { findStore } from '../../app/ledger/ledger-access.ts'
import type { ExitCode } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { discloseOnTerminal } from '../output/disclose.ts'
import { countOf, printJson, printLines } from '../output/print.ts'
import type { Arguments } from '../setting-options.ts'

const mostPrinted = 40

/** `status --verify`: 0 as written, 3 differences. */
export async function verifyAuditFile(
  host: Host,
  input: string | undefined,
  args: Arguments & { verify: string },
): Promise<ExitCode> {
  const { verifyAudit } = await import('../../app/audit/verify-audit.ts')
  const verdict = await verifyAudit(findStore({ ledger: args.ledger, surroundings: host }), input, args.verify)
  const { ledger, findings } = verdict
  if (findings.some(({ kind }) => kind === 'changed' || kind === 'moved')) {
    const detail = `${findings.length} differences of an exported audit`
    await discloseOnTerminal(host, args.ledger, { operation: 'audit', detail })
  }
  const isAsWritten = findings.length === 0 && ledger !== 'unrecorded' && ledger !== 'other'
  if (args.json) printJson(host, { file: args.verify, ...verdict, isAsWritten })
  else printLines(host, describeVerdict(args.verify, verdict))
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
  return [
    `${file}: ${countOf(lines, 'line')}, digest of the last: ${digest || 'none'}`,
    isWhole ? 'The file agrees with itself.' : 'The file does not agree with itself.',
    ofLedger[ledger],
    ...(forgotten === 0
      ? []
      : [
          `Forgotten since: ${countOf(forgotten, 'line')}. What was sent is compared by the digest that stays; name, trip and scores of a decision are not.`,
        ]),
    findings.length === 0 ? 'No difference was found.' : `${countOf(findings.length, 'difference')}:`,
    ...findings.slice(0, mostPrinted).map((finding) => `  ${describeFinding(finding)}`),
    ...(rest > 0 ? [`  and ${rest.toLocaleString('en')} more, with --json`] : []),
    ledger === 'none' || ledger === 'other' ? limits.file : limits.ledger,
  ]
}

function describeFinding({ kind, line, place, column, found, known }: AuditFinding): string {
  const at = line === undefined ? place : place === undefined ? `line ${line}` : `line ${line} (${place})`
  switch (kind) {
    case 'digest':
      return `${at}: a digest is not that of its texts and the line before`
    case 'missing':
      return `${at} of the ledger is not in the file: taken out, unless the file is of one input that was not named`
    case 'added':
      return `${at} is not in this ledger`
    case 'order':
      return `${at} stands behind a later line, or twice`
    case 'sum':
      return `${at}: the file says “${found}”, its lines “${known}”`
    case 'changed':
      return `${at}, ${column}: the file says “${found}”, the ledger “${known}”`
    case 'moved':
      return `${at}, ${column}: the file says “${found}”, the ledger now “${known}”, which may have changed since`
  }
}
