import { type AssessmentTable, openAssessmentTable } from './assessments.ts'
import { openDataFile } from './database.ts'
import { type DecisionTable, openDecisionTable } from './decisions.ts'
import { type InvitationTable, openInvitationTable } from './invitations.ts'
import { openStaffTable, type StaffTable } from './staff.ts'

/**
 * Several processes may have one file open: no state is held in the process, and every change is one transaction.
 * Tests open a running sandbox's file to read the service's real state.
 */
export interface SandboxStore {
  /** Identifies this data: another file, or one created again, has another id. */
  readonly id: string
  readonly assessments: AssessmentTable
  readonly decisions: DecisionTable
  readonly staff: StaffTable
  readonly invitations: InvitationTable
  close(): void
}

/** Opens or creates the data file; `:memory:` keeps nothing. */
export function openSandboxStore(file: string): SandboxStore {
  const database = openDataFile(file)
  const staff = openStaffTable(database)
  return {
    id: String(database.prepare('SELECT id FROM origin').pluck().get()),
    assessments: openAssessmentTable(database),
    decisions: openDecisionTable(database),
    staff,
    invitations: openInvitationTable(database, staff),
    close: () => {
      database.close()
    },
  }
}
