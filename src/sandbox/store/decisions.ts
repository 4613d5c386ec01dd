import type { Database } from '../../support/sqlite.ts'
import type { RecordedDecision } from '../decision-rules.ts'
import { pageSize, readPages } from './assessments.ts'

export interface StoredDecision extends RecordedDecision {
  decidedAtMs: number
}

const columns = `status, decision.compliance_team_member_id AS complianceTeamMemberId, decision.manager_id AS managerId,
  cancelled_by_staff_id AS cancelledByStaffId, note, external_event_id AS externalEventId, decided_at AS decidedAtMs`

export function openDecisionTable(database: Database) {
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
    /** Adds to the history, and saves the decision's staff ids with the assessment. */
    record,
    /** Oldest first. */
    history: (assessmentId: string) => history.all(assessmentId),
    /** All of a company, oldest first. */
    *list(company: string) {
      const rows = readPages((after) => page.all(company, after, pageSize))
      for (const { seq: _, ...stored } of rows) yield stored
    },
  }
}
