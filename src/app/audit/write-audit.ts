import { extname, resolve } from 'node:path'
import type { LedgerStore } from '../../ledger/port.ts'
import { increase, sortByKey } from '../../pipeline/figures/score-sums.ts'
import { textCell, valueCell } from '../../pipeline/rows/cells.ts'
import { beginWorkbook, verifyRows, writeSheet, writeTables } from '../../pipeline/tables/write-tables.ts'
import { createCsv } from '../../sheet/writing/csv.ts'
import type { OutputCell, OutputSheet, WrittenSheet } from '../../sheet/writing/workbook-writer.ts'
import { prepareFolder, requireKind, requireNewFile } from '../output-file.ts'
import { auditSheet, chainDigest, digestRecipes, exportColumns, renderLine, textInExport } from './audit-file.ts'

type FilledSheet = OutputSheet & { lines: OutputCell[][] }

/** The text of a line in a column; empty where it has none. */
type TextOf = (column: string) => string

/** Sheets that count outcomes, by the texts under their headings; undefined for a line that does not count there. */
const tallies: readonly { name: string; headings: readonly string[]; keyOf(text: TextOf): string[] | undefined }[] = [
  {
    name: 'By approver',
    headings: ['Approver', 'Decision'],
    keyOf: (text) => (text('status') === '' ? undefined : [namedIn(text), text('status')]),
  },
  {
    name: 'By day',
    headings: ['Day (UTC)', 'Who', 'Action'],
    keyOf: (text) => [
      (text('sentAt') || text('answeredAt')).slice(0, 10),
      text('account') === '' ? '' : `${text('account')}@${text('machine')}`,
      text('operation'),
    ],
  },
]

/** `Pending` needs no approver. */
function namedIn(text: TextOf): string {
  const actors = ['complianceTeamMemberId', 'managerId', 'cancelledByStaffId'].map(text).filter((id) => id !== '')
  return actors.length === 0 ? '(nobody named)' : actors.join(' and ')
}

export class AuditTotals {
  readonly #tallies = tallies.map((each) => ({ ...each, counted: new Map<string, Map<string, number>>() }))

  add(text: TextOf): void {
    for (const { keyOf, counted } of this.#tallies) {
      const key = keyOf(text)
      if (key === undefined) continue
      const counts = counted.get(JSON.stringify(key)) ?? new Map<string, number>()
      counted.set(JSON.stringify(key), counts)
      increase(counts, text('outcome'))
    }
  }

  list(): FilledSheet[] {
    return this.#tallies.map(({ name, headings, counted }) => {
      const lines = sortByKey(counted)
      const outcomes = [...new Set(lines.flatMap(([, counts]) => [...counts.keys()]))].sort()
      return {
        name,
        hasAutoFilter: true,
        columns: [
          ...headings.map((heading) => ({ heading, width: 24 })),
          ...outcomes.map((heading) => ({ heading, width: Math.max(12, heading.length + 4) })),
        ],
        lines: lines.map(([key, counts]) => [
          ...(JSON.parse(key) as string[]).map(textCell),
          ...outcomes.map((outcome): OutputCell => ({ t: 'n', v: counts.get(outcome) ?? 0 })),
        ]),
      }
    })
  }
}

export interface ExportSeal {
  lines: number
  /** Chained over all lines; keep it apart from the file. Empty without lines. */
  digest: string
}

/** The sheets behind the lines, which follow from these. */
export function listSums(totals: AuditTotals, { lines, digest }: ExportSeal): FilledSheet[] {
  const columns = [
    { heading: '', width: 20 },
    { heading: '', width: 100, isWrapped: true },
  ]
  const facts: readonly (readonly [string, string | number])[] = [
    ['Lines', lines],
    ['Digest of the last', digest],
    ...digestRecipes,
    [
      'Keep it elsewhere',
      'Anyone who can change this file can change its digests too. The ledger keeps the last one; keep a copy elsewhere.',
    ],
  ]
  return [
    ...totals.list(),
    { name: 'Digest', columns, hasHeadings: false, lines: facts.map((fact) => fact.map(valueCell)) },
  ]
}

/** For the ledger's own line about it. */
export function describeExport({ lines, digest }: ExportSeal): string {
  return `${lines} lines of the log, digest ${digest || 'none'}`
}

/** The last digest of a file that this ledger says it wrote. */
export function readExport(detail: string): string | undefined {
  return /^\d+ lines of the log, digest ([0-9a-f]{64})/.exec(detail)?.[1]
}

/**
 * Writes the log of attempts to a workbook or CSV, with totals by approver and by day. A chained digest seals each
 * line. `onVerified` is called before the file is published.
 * @throws BatchError `usage` for an output path that cannot be used, `ledger` when there is no ledger.
 */
export async function writeAudit(
  store: LedgerStore,
  input: string | undefined,
  output: string,
  onVerified?: (sealed: ExportSeal, temporary: string) => Promise<void>,
): Promise<ExportSeal & { file: string }> {
  requireKind(output, ['.xlsx', '.csv'])
  requireNewFile(output)
  prepareFolder(output)
  const isCsv = extname(output).toLowerCase() === '.csv'
  const totals = new AuditTotals()
  const sealed = { lines: 0, digest: '' }
  const headings = exportColumns.map(({ heading, title }) => (isCsv ? heading : title))
  let [before, ledgerDigest] = [chainDigest('', headings), '']
  let attempts: readonly WrittenSheet[] = []
  const pages = store.audit(input === undefined ? undefined : resolve(input))
  const plan = { name: auditSheet, hasAutoFilter: true, columns: exportColumns }
  const { file } = await writeTables({
    output,
    begin: (temporary) => (isCsv ? createCsv(temporary) : beginWorkbook(temporary)),
    async fill(workbook) {
      attempts = await writeSheet(workbook, plan, pages, (line) => {
        const { record, cells, ...digests } = renderLine(ledgerDigest, line, isCsv)
        const texts = cells.map((cell) => textInExport(cell, isCsv))
        totals.add((name) => String(record[name as 'line'] ?? ''))
        ledgerDigest = digests.ledgerDigest
        before = chainDigest(before, texts)
        Object.assign(sealed, { lines: sealed.lines + 1, digest: before })
        return [[...cells, textCell(before)]]
      })
      if (isCsv) return
      for (const sheet of listSums(totals, sealed)) await writeSheet(workbook, sheet, [sheet.lines], (line) => [line])
    },
    async verify(temporary) {
      await verifyRows(temporary, isCsv ? [] : attempts, sealed.lines)
      await onVerified?.(sealed, temporary)
    },
  })
  return { file, ...sealed }
}
