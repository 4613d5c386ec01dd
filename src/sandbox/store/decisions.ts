import type Database from 'better-sqlite3'
import type { RecordedDecision } from '../decision-rules.ts'

export interface StoredDecision extends RecordedDecision {
  decidedAtMs: number
}

export interface DecisionTable {
  /** Adds to the history, and saves the staff ids that the decision names with the assessment. */
  record(assessmentId: string, decision: RecordedDecision, decidedAtMs: number): void
  /** Oldest first. */
  history(assessmentId: string): readonly StoredDecision[]
}

export function openDecisionTable(database: Database.Database): DecisionTable {
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
    `SELECT status, compliance_team_member_id AS complianceTeamMemberId, manager_id AS managerId,
       cancelled_by_staff_id AS cancelledByStaffId, note, external_event_id AS externalEventId, decided_at AS decidedAtMs
     FROM decision WHERE assessment_id = ? ORDER BY seq`,
  )
  const record = database.transaction((assessmentId: string, decision: RecordedDecision, decidedAtMs: number) => {
    insert.run({ ...decision, assessmentId, decidedAtMs })
    saveStaff.run({ ...decision, assessmentId })
  })
  return { record, history: (assessmentId) => history.all(assessmentId) }
}
