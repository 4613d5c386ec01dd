import { type AssessmentTable, openAssessmentTable } from './assessments.ts'
import { openDataFile } from './database.ts'
import { type DecisionTable, openDecisionTable } from './decisions.ts'
import { type InvitationTable, openInvitationTable } from './invitations.ts'
import { openStaffTable, type StaffTable } from './staff.ts'

/**
 * Everything a sandbox keeps. Several processes may have one file open: nothing is held in memory, and every change is
 * one transaction. Tests open a running sandbox's file to see what the service really holds.
 */
export interface SandboxStore {
  /** Names this very data: another file, or one that was made anew, has another id. */
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
