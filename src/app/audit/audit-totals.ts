import { increase, sortByKey } from '../../pipeline/figures/score-sums.ts'
import { textCell } from '../../pipeline/rows/cells.ts'
import type { OutputCell, OutputSheet } from '../../sheet/writing/workbook-writer.ts'
import type { AuditRecord } from './audit-columns.ts'

export interface FilledSheet extends OutputSheet {
  lines: OutputCell[][]
}

/** Outcomes, counted. */
export class AuditTotals {
  readonly #approvers = new OutcomeCounts('By approver', ['Approver', 'Decision'])
  readonly #days = new OutcomeCounts('By day', ['Day (UTC)', 'Who', 'Action'])

  add(record: AuditRecord): void {
    const { status, operation, outcome, account, machine } = record
    const day = String(record.sentAt ?? record.answeredAt ?? '').slice(0, 10)
    const who = account === null ? '' : `${account}@${machine}`
    this.#days.add([day, who, String(operation)], String(outcome))
    if (status !== null) this.#approvers.add([namedIn(record), String(status)], String(outcome))
  }

  list(): FilledSheet[] {
    return [this.#approvers.list(), this.#days.list()]
  }
}

/** `Pending` needs nobody. */
function namedIn({ complianceTeamMemberId, managerId, cancelledByStaffId }: AuditRecord): string {
  const actors = [complianceTeamMemberId, managerId, cancelledByStaffId].filter((actor) => actor !== null)
  return actors.length === 0 ? '(nobody named)' : actors.join(' and ')
}

class OutcomeCounts {
  readonly #name: string
  readonly #headings: readonly string[]
  readonly #lines = new Map<string, Map<string, number>>()

  constructor(name: string, headings: readonly string[]) {
    this.#name = name
    this.#headings = headings
  }

  add(of: readonly string[], outcome: string): void {
    const key = JSON.stringify(of)
    const counts = this.#lines.get(key) ?? new Map<string, number>()
    increase(counts, outcome)
    this.#lines.set(key, counts)
  }

  list(): FilledSheet {
    const outcomes = [...new Set([...this.#lines.values()].flatMap((counts) => [...counts.keys()]))].sort()
    const columns = [
      ...this.#headings.map((heading) => ({ heading, width: 24 })),
      ...outcomes.map((heading) => ({ heading, width: Math.max(12, heading.length + 4) })),
    ]
    const lines = sortByKey(this.#lines).map(([key, counts]) => [
      ...(JSON.parse(key) as string[]).map(textCell),
      ...outcomes.map((outcome): OutputCell => ({ t: 'n', v: counts.get(outcome) ?? 0 })),
    ])
    return { name: this.#name, columns, hasAutoFilter: true, lines }
  }
}
