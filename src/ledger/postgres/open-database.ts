import type { DatabaseAddress } from '../database-address.ts'
import type { Ledger, OpeningOptions } from '../port.ts'
import { GroupCommit } from './group-commit.ts'
import { briefMs, endHold, holdLedger, leaseMs, reapHolders } from './holding.ts'
import { KeptAside } from './kept-aside.ts'
import { DatabaseLine } from './line.ts'
import { migrateSchema, readDatabaseId } from './migrate-schema.ts'
import { orderOf } from './order-part.ts'
import { outputsOf } from './outputs-part.ts'
import { paceOf } from './pace-part.ts'
import { refreshingOf } from './refreshing-part.ts'
import { createReservation, registerOf } from './register-part.ts'
import { resolutionsOf } from './resolutions-part.ts'
import { runsOf } from './runs-part.ts'
import { attemptsOf, overlapsOf } from './small-parts.ts'
import { submissionsOf } from './submissions-part.ts'
import { targetsOf } from './targets-part.ts'
import { teamOf } from './team-part.ts'

const beatMs = leaseMs / 5

/**
 * Opens the ledger in a database for writing, beside all others who do: sets it up when it is new, and gives up holders
 * that are not heard of any more. Two lines: one that commits what becomes of requests, and one for all else.
 */
export async function openDatabaseLedger(
  address: DatabaseAddress,
  { clock, onSpill, folder }: OpeningOptions,
): Promise<Ledger> {
  const line = new DatabaseLine({ address, clock })
  const groupLine = new DatabaseLine({ address, clock, isForGroups: true })
  let heart: NodeJS.Timeout | undefined
  async function closeLines(): Promise<void> {
    clearInterval(heart)
    await Promise.all([groupLine.close(), line.close()])
  }
  try {
    await line.connect()
    const isNew = await migrateSchema(line, address.schema)
    const id = await readDatabaseId(line)
    const recovered = await line.transaction(reapHolders, briefMs)
    await groupLine.connect()
    const keptAside = folder === undefined ? undefined : new KeptAside(folder, id)
    const commits = new GroupCommit(groupLine, await holdLedger(groupLine, clock), {
      clock,
      onSpill,
      keepAside: (change) => keptAside?.keep(change) === true,
    })
    const takenIn = (await keptAside?.takeIn((change) => commits.change(change))) ?? 0
    const reserveIds = createReservation(groupLine)
    const submissions = submissionsOf(line, commits)
    let isReaping = false
    heart = setInterval(() => {
      commits.beat()
      if (isReaping) return
      isReaping = true
      // What fails is tried again at the next beat.
      const reaped = line.transaction(reapHolders, briefMs)
      void reaped
        .catch(() => {})
        .then(() => {
          isReaping = false
        })
    }, beatMs).unref()
    let closing: Promise<void> | undefined
    return {
      name: address.shown,
      isNew,
      rights: 'own',
      id,
      recovered,
      takenIn,
      paceOf: paceOf(groupLine),
      targets: targetsOf(line),
      runs: runsOf(line, commits, reserveIds, id),
      register: registerOf(line, reserveIds),
      submissions,
      refreshing: refreshingOf(line),
      order: orderOf(line),
      overlaps: overlapsOf(line),
      resolutions: resolutionsOf(line, id),
      attempts: attemptsOf(line),
      outputs: outputsOf(line),
      team: teamOf(line, commits),
      flush: () => commits.flush(),
      close() {
        closing ??= (async () => {
          clearInterval(heart)
          await commits.flush()
          // What does not get through is found by the end of the lease; after a failure a claim may stand there unheard of.
          const hasClaims = submissions.hasOpenClaims() || commits.hasFailed
          await endHold(groupLine, commits.holding, clock.now(), hasClaims).catch(() => {})
          await closeLines()
        })()
        return closing
      },
    }
  } catch (error) {
    await closeLines()
    throw error
  }
}
