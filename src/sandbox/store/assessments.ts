import type { AssessmentInput } from '../../contract/assessment.ts'
import type { Database } from '../../support/sqlite.ts'
import type { RecordedDecision } from '../request-rules.ts'

export interface StoredAssessment {
  assessmentId: string
  company: string
  input: AssessmentInput
  createdAtMs: number
  readyAtMs: number
  /** From the latest decision that named one; empty before. */
  complianceTeamMemberId: string
  managerId: string
}

export type NewAssessment = Omit<StoredAssessment, 'complianceTeamMemberId' | 'managerId'>

type Row = Omit<StoredAssessment, 'input'> & { seq: number; input: string }

const columns = `seq, assessment_id AS assessmentId, company, input, created_at AS createdAtMs, ready_at AS readyAtMs,
  compliance_team_member_id AS complianceTeamMemberId, manager_id AS managerId`
const pageSize = 1000

export function openAssessmentTable(database: Database) {
  const insert = database.prepare<[string, string, string, number, number]>(
    `INSERT INTO assessment (assessment_id, company, input, created_at, ready_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (assessment_id) DO NOTHING`,
  )
  const find = database.prepare<[string], Row>(`SELECT ${columns} FROM assessment WHERE assessment_id = ?`)
  const page = database.prepare<[string, number, number], Row>(
    `SELECT ${columns} FROM assessment WHERE company = ? AND seq > ? ORDER BY seq LIMIT ?`,
  )
  return {
    /** False when the identifier is taken; then no change is made. */
    insert: ({ assessmentId, company, input, createdAtMs, readyAtMs }: NewAssessment) =>
      insert.run(assessmentId, company, JSON.stringify(input), createdAtMs, readyAtMs).changes === 1,
    find: (assessmentId: string) => {
      const row = find.get(assessmentId)
      return row === undefined ? undefined : fromRow(row)
    },
    *list(company: string) {
      for (const row of readPages((after) => page.all(company, after, pageSize))) yield fromRow(row)
    },
  }
}

function fromRow({ seq: _, ...row }: Row): StoredAssessment {
  return { ...row, input: JSON.parse(row.input) as AssessmentInput }
}

/** In pages, so that other statements may run in between. */
function* readPages<Row extends { seq: number }>(read: (afterSeq: number) => Row[]): Generator<Row> {
  for (let rows = read(0); rows.length > 0; rows = read(rows.at(-1)?.seq ?? 0)) yield* rows
}

export interface StoredDecision extends RecordedDecision {
  decidedAtMs: number
}

const decisionColumns = `status, decision.compliance_team_member_id AS complianceTeamMemberId, decision.manager_id AS managerId,
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
    `SELECT ${decisionColumns} FROM decision WHERE assessment_id = ? ORDER BY seq`,
  )
  const page = database.prepare<[string, number, number], StoredDecision & { assessmentId: string; seq: number }>(
    `SELECT decision.seq, assessment_id AS assessmentId, ${decisionColumns} FROM decision JOIN assessment USING (assessment_id)
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
    history: (assessmentId: string) => history.all(assessmentId),
    *list(company: string) {
      const rows = readPages((after) => page.all(company, after, pageSize))
      for (const { seq: _, ...stored } of rows) yield stored
    },
  }
}
