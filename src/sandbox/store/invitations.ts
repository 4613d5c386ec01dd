import type { Invitation } from '../../contract/staff.ts'
import type { Database } from '../../support/sqlite.ts'
import type { openStaffTable, StoredStaffMember } from './staff.ts'

export interface NewInvitation {
  company: string
  invitation: Invitation
  userId: string
  tokenHash: Buffer
  createdAtMs: number
  expiresAtMs: number
}

/** A link works once because a member is activated once. */
export interface StoredInvitation extends Omit<StoredStaffMember, 'userId' | 'createdAtMs'> {
  company: string
  expiresAtMs: number
}

export function openInvitationTable(database: Database, staff: ReturnType<typeof openStaffTable>) {
  const insert = database.prepare<[Buffer, string, string, number]>(
    'INSERT INTO invitation (token_hash, company, staff_id, expires_at) VALUES (?, ?, ?, ?)',
  )
  const find = database.prepare<[Buffer], StoredInvitation>(
    `SELECT company, staff_id AS staffId, role, first_name AS firstName, last_name AS lastName, email,
       expires_at AS expiresAtMs, activated_at AS activatedAtMs
     FROM invitation JOIN staff USING (company, staff_id) WHERE token_hash = ?`,
  )
  const withdraw = database.prepare<[string, string]>(
    'DELETE FROM staff WHERE company = ? AND staff_id = ? AND activated_at IS NULL',
  )
  const add = database.transaction((added: NewInvitation): boolean => {
    const { company, invitation, userId, tokenHash, createdAtMs, expiresAtMs } = added
    if (!staff.addPending(company, invitation, userId, createdAtMs)) return false
    insert.run(tokenHash, company, invitation.staff_id, expiresAtMs)
    return true
  })
  return {
    /** Adds a pending member with the key to its set-up. False without a change, as for `staff.addPending`. */
    add,
    find: (tokenHash: Buffer) => find.get(tokenHash),
    /** Removes member and key. False when the member is activated already, or does not exist. */
    withdraw: (company: string, staffId: string) => withdraw.run(company, staffId).changes === 1,
  }
}
