import type { Invitation } from '../../contract/staff.ts'
import type { Database } from '../../support/sqlite.ts'

export interface StoredStaffMember {
  staffId: string
  userId: string
  role: string
  firstName: string
  lastName: string
  /** Null for staff of the configuration, who were not invited. */
  email: string | null
  createdAtMs: number
  /** Null until account set-up is finished. */
  activatedAtMs: number | null
}

export function openStaffTable(database: Database) {
  const ensure = database.prepare<[string, string, string, number, number | null]>(
    `INSERT INTO staff (company, staff_id, user_id, created_at, activated_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (company, staff_id) DO UPDATE SET activated_at = coalesce(activated_at, excluded.activated_at)`,
  )
  const addPending = database.prepare(
    `INSERT INTO staff (company, staff_id, user_id, first_name, last_name, email, created_at)
     VALUES (@company, @staff_id, @userId, @first_name, @last_name, @email, @nowMs) ON CONFLICT DO NOTHING`,
  )
  const activate = database.prepare<[number, string, string]>(
    'UPDATE staff SET activated_at = ? WHERE company = ? AND staff_id = ? AND activated_at IS NULL',
  )
  const activated = database
    .prepare<[string, string]>('SELECT 1 FROM staff WHERE company = ? AND staff_id = ? AND activated_at IS NOT NULL')
    .pluck()
  const list = database.prepare<[string], StoredStaffMember>(
    `SELECT staff_id AS staffId, user_id AS userId, role, first_name AS firstName, last_name AS lastName, email,
       created_at AS createdAtMs, activated_at AS activatedAtMs
     FROM staff WHERE company = ? ORDER BY created_at, rowid`,
  )
  return {
    /** Staff of the configuration: added, or activated when they were pending; never deactivated. */
    ensure(company: string, member: { staffId: string; userId: string; isActivated: boolean }, nowMs: number): void {
      ensure.run(company, member.staffId, member.userId, nowMs, member.isActivated ? nowMs : null)
    },
    /** False without a change when the company has this staff id or e-mail address already. */
    addPending: (company: string, invitation: Invitation, userId: string, nowMs: number) =>
      addPending.run({ ...invitation, company, userId, nowMs }).changes === 1,
    /** For the end of account set-up. False when no member of this id is pending. */
    activate: (company: string, staffId: string, nowMs: number) => activate.run(nowMs, company, staffId).changes === 1,
    isActivated: (company: string, staffId: string) => activated.get(company, staffId) !== undefined,
    list: (company: string): readonly StoredStaffMember[] => list.all(company),
  }
}

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
