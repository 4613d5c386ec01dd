import { openAssessmentTable } from './assessments.ts'
import { openDataFile } from './database.ts'
import { openDecisionTable } from './decisions.ts'
import { openInvitationTable } from './invitations.ts'
import { openStaffTable } from './staff.ts'

export type SandboxStore = ReturnType<typeof openSandboxStore>

/**
 * Opens or creates the data file; `:memory:` keeps nothing. Several processes may have one file open: no state is held
 * in the process, and every change is one transaction. Tests open a running sandbox's file to read the service's real
 * state.
 */
export function openSandboxStore(file: string) {
  const database = openDataFile(file)
  const staff = openStaffTable(database)
  return {
    /** Identifies this data: another file, or one created again, has another id. */
    id: String(database.prepare('SELECT id FROM origin').pluck().get()),
    assessments: openAssessmentTable(database),
    decisions: openDecisionTable(database),
    staff,
    invitations: openInvitationTable(database, staff),
    close: () => database.close(),
  }
}
