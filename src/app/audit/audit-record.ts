import type { AuditLine } from '../../ledger/port/reports.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { toIsoTime } from '../../support/clock.ts'
import { describeStatement, type ReleaseStatement } from '../seal-statement.ts'

/** One value a cell: what was asked of whom stands in columns of its own. */
export const auditColumns = [
  'sentAt',
  'answeredAt',
  'account',
  'machine',
  'login',
  'file',
  'sheet',
  'row',
  'operation',
  'httpStatus',
  'outcome',
  'employeeId',
  'assessmentId',
  'status',
  'complianceTeamMemberId',
  'managerId',
  'cancelledByStaffId',
  'note',
  'externalEventId',
  'sealedBy',
  'releasedBy',
  'destination',
  'startDate',
  'endDate',
  'staff_id',
  'email',
  'detail',
  'identifier',
  'state',
  'address',
  'company',
  'run',
] as const

export type AuditRecord = Record<(typeof auditColumns)[number], string | number | null>

export function toAuditRecord(line: AuditLine): AuditRecord {
  const request: Readonly<Record<string, unknown>> = JSON.parse(line.request)
  const asked = (field: string): string | null => {
    const value = request[field]
    return value === undefined || value === null ? null : String(value)
  }
  const isDecision = line.eventId !== null
  const release = line.release === null ? undefined : parseStored<ReleaseStatement>(line.release, 'statement')
  return {
    sentAt: line.sentAt === null ? null : toIsoTime(line.sentAt),
    answeredAt: line.answeredAt === null ? null : toIsoTime(line.answeredAt),
    account: line.account,
    machine: line.machine,
    login: line.login,
    file: line.file,
    sheet: line.sheet === '' ? null : line.sheet,
    row: line.rowNumber,
    operation: line.operation,
    httpStatus: line.httpStatus,
    outcome: line.outcome,
    employeeId: asked('employeeId') ?? line.employeeId,
    assessmentId: asked('assessmentId') ?? (asked('employeeId') === null ? null : line.identifier),
    status: asked('status'),
    complianceTeamMemberId: asked('complianceTeamMemberId'),
    managerId: asked('managerId'),
    cancelledByStaffId: asked('cancelledByStaffId'),
    note: asked('note'),
    externalEventId: isDecision ? (asked('externalEventId') ?? line.eventId) : null,
    sealedBy: release?.sealedBy ?? null,
    releasedBy: release?.by ?? null,
    destination: asked('destination'),
    startDate: asked('startDate'),
    endDate: asked('endDate'),
    staff_id: asked('staff_id'),
    email: asked('email'),
    detail: describeStatement(line.operation, line.detail),
    identifier: line.identifier,
    state: line.state,
    address: line.address,
    company: line.company,
    run: line.runId,
  }
}

/** Whom it was about and what was asked, in a few words. */
export function describeSubject(record: AuditRecord): string {
  const { employeeId, assessmentId, status, note, staff_id } = record
  const actors = [record.complianceTeamMemberId, record.managerId, record.cancelledByStaffId]
  const by = actors.filter((actor) => actor !== null).join(' and ')
  const decision = status === null ? '' : `${status}${by === '' ? '' : ` by ${by}`}`
  const whom = [employeeId, staff_id, status === null ? null : assessmentId].filter((text) => text !== null).join(', ')
  const pair =
    decision === '' || record.releasedBy === null
      ? ''
      : `sealed by ${record.sealedBy}, released by ${record.releasedBy}`
  return [decision, whom, note === null ? '' : `note: ${note}`, pair].filter((text) => text !== '').join('; ')
}
