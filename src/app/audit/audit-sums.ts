import { increase, sortByKey } from '../../pipeline/figures/score-sums.ts'
import { textCell, valueCell } from '../../pipeline/rows/cells.ts'
import type { OutputCell, OutputSheet } from '../../sheet/writing/workbook-writer.ts'
import { digestRecipes } from './audit-table.ts'

export interface FilledSheet extends OutputSheet {
  lines: OutputCell[][]
}

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

/** `Pending` needs nobody. */
function namedIn(text: TextOf): string {
  const actors = ['complianceTeamMemberId', 'managerId', 'cancelledByStaffId'].map(text).filter((id) => id !== '')
  return actors.length === 0 ? '(nobody named)' : actors.join(' and ')
}

export class AuditTotals {
  readonly #counts = tallies.map(() => new Map<string, Map<string, number>>())

  add(text: TextOf): void {
    for (const [at, { keyOf }] of tallies.entries()) {
      const key = keyOf(text)
      if (key === undefined) continue
      const sheet = this.#counts[at]
      const counts = sheet?.get(JSON.stringify(key)) ?? new Map<string, number>()
      sheet?.set(JSON.stringify(key), counts)
      increase(counts, text('outcome'))
    }
  }

  list(): FilledSheet[] {
    return tallies.map(({ name, headings }, at) => {
      const lines = sortByKey(this.#counts[at] ?? new Map<string, Map<string, number>>())
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
