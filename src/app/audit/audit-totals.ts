import type { AuditRecord } from './audit-columns.ts'

export class AuditTotals {
  readonly #decisions = new Map<string, Map<string, number>>()
  readonly #days = new Map<string, Map<string, number>>()

  add(record: AuditRecord): void {
    const { status, operation, outcome, account, machine } = record
    const day = String(record.sentAt ?? record.answeredAt ?? '').slice(0, 10)
    const who = account === null ? '' : `${account}@${machine}`
    increase(this.#days, [day, who, String(operation)], String(outcome))
    if (status !== null) increase(this.#decisions, [namedIn(record), String(status)], String(outcome))
  }

  /** By approver and status: outcome → count. */
  get decisions(): CountedLine[] {
    return toLines(this.#decisions)
  }

  /** By day (UTC), operator and operation. */
  get days(): CountedLine[] {
    return toLines(this.#days)
  }
}

export interface CountedLine {
  of: string[]
  counts: ReadonlyMap<string, number>
}

/** `Pending` needs nobody. */
function namedIn({ complianceTeamMemberId, managerId, cancelledByStaffId }: AuditRecord): string {
  const actors = [complianceTeamMemberId, managerId, cancelledByStaffId].filter((actor) => actor !== null)
  return actors.length === 0 ? '(nobody named)' : actors.join(' and ')
}

function increase(lines: Map<string, Map<string, number>>, of: readonly string[], outcome: string): void {
  const key = JSON.stringify(of)
  const counts = lines.get(key) ?? new Map<string, number>()
  counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  lines.set(key, counts)
}

function toLines(lines: ReadonlyMap<string, ReadonlyMap<string, number>>): CountedLine[] {
  return [...lines]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, counts]) => ({ of: JSON.parse(key) as string[], counts }))
}
