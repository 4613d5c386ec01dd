import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BatchError } from '../../support/errors.ts'
import { parseObject } from '../kept-json.ts'
import type { Statements } from './line.ts'

/** What was seen of a ledger in a database, and where. */
export interface SeenLedger {
  address: string
  ledgerId: string
  /** Made with a data folder, and copied with it; empty where the server does not say. */
  system: string
  /** Another one is begun by a server that takes over, and by one that is put back from a copy. */
  timeline: string
  /** The highest number in the log. */
  attempts: number
}

const ending = '.mark'
const selectIdentity = `SELECT (SELECT system_identifier::text FROM pg_control_system()) AS system,
  left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline`

/** As it is now. */
export async function lookAtLedger(
  statements: Statements,
  place: Pick<SeenLedger, 'address' | 'ledgerId'>,
): Promise<SeenLedger> {
  // Some who serve PostgreSQL do not say which server it is; the log is there in any case.
  const [identity] = await statements.query<Pick<SeenLedger, 'system' | 'timeline'>>(selectIdentity).catch(() => [])
  return { ...place, ...(identity ?? { system: '', timeline: '' }), attempts: await countAttempts(statements) }
}

export async function countAttempts(statements: Statements): Promise<number> {
  const [last] = await statements.query<{ id: number }>('SELECT COALESCE(MAX(id), 0) AS id FROM attempts')
  return last?.id ?? 0
}

/** Why a ledger is not what was seen of it before: it may not know all that was sent. Undefined when it is. Pure. */
export function findLoss(before: SeenLedger, now: SeenLedger): string | undefined {
  if (before.ledgerId !== now.ledgerId) return 'another ledger stands there than the one that was used before'
  if (now.attempts < before.attempts) {
    return `it lacks the last ${before.attempts - now.attempts} of ${before.attempts} lines of its log: it was put back from a copy`
  }
  if (isOther(before.system, now.system))
    return 'it is on another server than before: it was put back from a copy, or moved'
  if (!isOther(before.timeline, now.timeline)) return undefined
  return `another server has taken over, or it was put back from a copy (timeline ${now.timeline}, ${before.timeline} before): it may lack what was confirmed last`
}

function isOther(before: string, now: string): boolean {
  return before !== '' && now !== '' && before !== now
}

/**
 * What this user has seen of ledgers in databases, kept in a folder of theirs: the mark beside a file, for what stands
 * elsewhere. One that lags behind warns later, that is all.
 */
export class LastSeen {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** @throws BatchError `ledger` when the ledger is not what was seen of it, unless somebody has accepted that. */
  require(now: SeenLedger, isAccepted: boolean): void {
    for (const before of this.#read()) {
      const isMeant = before.ledgerId === now.ledgerId || before.address === now.address
      const loss = isMeant ? findLoss(before, now) : undefined
      if (loss === undefined) continue
      if (!isAccepted) throw refuse(now.address, loss)
      rmSync(this.#fileOf(before), { force: true })
    }
    this.note(now)
  }

  note(seen: SeenLedger): void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      const file = this.#fileOf(seen)
      const beside = `${file}.${process.pid}`
      writeFileSync(beside, `${JSON.stringify(seen)}\n`, { mode: 0o600 })
      renameSync(beside, file)
    } catch {
      // It is there to warn, and must not stop anything.
    }
  }

  #read(): SeenLedger[] {
    return listFiles(this.#folder, ending).flatMap((file) => {
      const seen = parseObject<SeenLedger>(readIfThere(file))
      return typeof seen?.ledgerId === 'string' && typeof seen.attempts === 'number' ? [seen] : []
    })
  }

  #fileOf({ ledgerId }: Pick<SeenLedger, 'ledgerId'>): string {
    return join(this.#folder, `${ledgerId.replace(/[^0-9a-f-]/g, '')}${ending}`)
  }
}

export function listFiles(folder: string, ending: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(ending))
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function refuse(address: string, loss: string): BatchError {
  return new BatchError('ledger', `the ledger at ${address} is not used: ${loss}`, {
    hint: `What it no longer knows would be sent once more. Find out what is missing (the outputs of the last runs name it), or put back all of it. Once that is settled, go on with: rwa-batch ledger init '${address}' ‹acceptRestored›`,
  })
}
