import { openDatabase } from '../rooms/support.ts'
import { anyTrip } from './any-trip.ts'
import { acmeToken, type TestSandbox } from './test-sandbox.ts'

/** One decision as the sandbox's data file has it; what was not sent is empty. */
export interface Decided {
  assessmentId: string
  status: string
  complianceTeamMemberId: string
  managerId: string
  cancelledByStaffId: string
  note: string
  externalEventId: string
}

/** Every decision that a sandbox has recorded, oldest first; of one assessment when it is named. */
export function readDecisions(dataFile: string, assessmentId?: string): Decided[] {
  const db = openDatabase(dataFile, { isReadonly: true })
  try {
    return db
      .prepare<[{ assessmentId: string | null }], Decided>(
        `SELECT assessment_id AS assessmentId, status, compliance_team_member_id AS complianceTeamMemberId,
                manager_id AS managerId, cancelled_by_staff_id AS cancelledByStaffId, note,
                external_event_id AS externalEventId
           FROM decision WHERE @assessmentId IS NULL OR assessment_id = @assessmentId ORDER BY seq`,
      )
      .all({ assessmentId: assessmentId ?? null })
  } finally {
    db.close()
  }
}

/** Everybody who was invited, with the staff id. */
export function readInvited(dataFile: string): { staffId: string; email: string; userId: string }[] {
  const db = openDatabase(dataFile, { isReadonly: true })
  try {
    return db
      .prepare<[], { staffId: string; email: string; userId: string }>(
        'SELECT staff_id AS staffId, email, user_id AS userId FROM staff WHERE email IS NOT NULL ORDER BY rowid',
      )
      .all()
  } finally {
    db.close()
  }
}

/** Asks a sandbox itself, past the program. */
export async function askSandbox(
  { baseUrl }: TestSandbox,
  endpoint: string,
  body: object,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${baseUrl}/${endpoint}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${acmeToken}` },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as Record<string, unknown>
}

/** Creates assessments to decide on; gives their identifiers. */
export async function createAssessments(sandbox: TestSandbox, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const { response } = await askSandbox(sandbox, 'rwa_create', { ...anyTrip, employeeId: `E-${index}` })
    ids.push(String((response as Record<string, unknown>)['assessment_id']))
  }
  return ids
}
