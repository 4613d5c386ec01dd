import type { Database } from '../../support/sqlite.ts'
import type { RecordedDecision } from '../decision-rules.ts'

export interface StoredDecision extends RecordedDecision {
  decidedAtMs: number
}

export interface DecisionTable {
  /** Adds to the history, and saves the decision's staff ids with the assessment. */
  record(assessmentId: string, decision: RecordedDecision, decidedAtMs: number): void
  /** Oldest first. */
  history(assessmentId: string): readonly StoredDecision[]
  /** All of a company, oldest first; read in pages, so that other statements may run in between. */
  list(company: string): IterableIterator<StoredDecision & { assessmentId: string }>
}

const pageSize = 1000
const columns = `status, decision.compliance_team_member_id AS complianceTeamMemberId, decision.manager_id AS managerId,
  cancelled_by_staff_id AS cancelledByStaffId, note, external_event_id AS externalEventId, decided_at AS decidedAtMs`

export function openDecisionTable(database: Database): DecisionTable {
  const insert = database.prepare(
    `INSERT INTO decision (assessment_id, status, compliance_team_member_id, manager_id, cancelled_by_staff_id, note,
       external_event_id, decided_at)
     VALUES (@assessmentId, @status, @complianceTeamMemberId, @managerId, @cancelledByStaffId, @note, @externalEventId,
       @decidedAtMs)`,
  )
  const saveStaff = database.prepare(
    `UPDATE assessment SET
       compliance_team_member_id = coalesce(nullif(@complianceTeamMemberId, ''), compliance_team_member_id),
       manager_id = coalesce(nullif(@managerId, ''), manager_id)
     WHERE assessment_id = @assessmentId`,
  )
  const history = database.prepare<[string], StoredDecision>(
    `SELECT ${columns} FROM decision WHERE assessment_id = ? ORDER BY seq`,
  )
  const page = database.prepare<[string, number, number], StoredDecision & { assessmentId: string; seq: number }>(
    `SELECT decision.seq, assessment_id AS assessmentId, ${columns} FROM decision JOIN assessment USING (assessment_id)
     WHERE company = ? AND decision.seq > ? ORDER BY decision.seq LIMIT ?`,
  )
  const record = database.transaction((assessmentId: string, decision: RecordedDecision, decidedAtMs: number) => {
    insert.run({ ...decision, assessmentId, decidedAtMs })
    const { complianceTeamMemberId, managerId } = decision
    saveStaff.run({ assessmentId, complianceTeamMemberId, managerId })
  })
  return {
    record,
    history: (assessmentId) => history.all(assessmentId),
    *list(company) {
      let rows = page.all(company, 0, pageSize)
      while (rows.length > 0) {
        for (const { seq: _, ...stored } of rows) yield stored
        rows = page.all(company, rows.at(-1)?.seq ?? 0, pageSize)
      }
    },
  }
}
