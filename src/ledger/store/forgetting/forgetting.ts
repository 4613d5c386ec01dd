import type { Clock } from '../../../support/clock.ts'
import { type ForgetKey, fingerprintKey } from '../../forgetting/forget-key.ts'
import type { Erasure, ForgetChoice, ForgetSurvey, OpenTrip } from '../../port/forgetting.ts'
import { awaitsRelease } from '../../state-sql.ts'
import { appendNotes } from '../attempts.ts'
import { createSpellingFinder } from '../person/find-people.ts'
import { dropAbandoned } from '../planned/drop-run.ts'
import { emptyOldHolds } from '../rules.ts'
import { type Reader, readCount, type Store } from '../store.ts'
import {
  countFilledLines,
  eraseTrips,
  forgetAnswers,
  lockContents,
  markUnscrubbed,
  readFingerprint,
  unscrubbedKey,
} from './erase-trips.ts'
import { type FoundRow, type ResolvedTrip, resolveTrips, type Selection, selectTrips } from './resolve-trips.ts'

/** Open trips that a survey names. */
const mostNamed = 100

export const countForgotten = 'SELECT COUNT(*) AS count FROM submissions WHERE forgotten_at IS NOT NULL'

/**
 * Forgetting: the content of trips is erased; their identifier, state and times stay, and their identity under a key
 * that is not in the ledger. `overwriteFreeSpace`: false when others hold the ledger.
 */
export function createForgetting(
  store: Store,
  key: ForgetKey,
  overwriteFreeSpace: () => Promise<boolean>,
  clock: Clock,
) {
  async function forget(choice: ForgetChoice, erasure: Erasure | undefined): Promise<ForgetSurvey> {
    const sum = emptySurvey()
    if ('settledBefore' in choice && choice.isOfAnswers === true) {
      const answers = await store.transaction(async (statements) => {
        const count = await forgetAnswers(statements, choice, erasure)
        if (erasure !== undefined && count > 0) await noteErasure(statements, `${count} raw answers`, erasure)
        return count
      })
      return { ...sum, answers }
    }
    if (erasure !== undefined) await key.load()
    await store.transaction((statements) => dropAbandoned(statements, undefined, clock.now()))
    if (erasure !== undefined) await store.transaction(emptyOldHolds)
    for await (const selections of selectTrips(store, choice)) {
      addSurvey(sum, await store.transaction((statements) => forgetPart(statements, choice, selections, erasure)))
    }
    return sum
  }

  async function forgetPart(
    statements: Reader,
    choice: ForgetChoice,
    selections: readonly Selection[],
    erasure: Erasure | undefined,
  ): Promise<ForgetSurvey> {
    const before = 'settledBefore' in choice ? choice.settledBefore : undefined
    await lockContents(statements)
    const resolved = await resolveTrips(statements, selections, before)
    const isOpen = ({ open, beingRead }: ResolvedTrip): boolean => open.length + beingRead.length > 0
    const [held, free] = [resolved.filter(isOpen), resolved.filter((trip) => !isOpen(trip))]
    const ids = free.flatMap(({ toErase }) => toErase.map(({ submission }) => submission.id))
    const counts = {
      people: new Set(resolved.flatMap(({ person }) => person ?? [])).size,
      submissions: ids.length,
      rows: free.reduce((rows, trip) => rows + trip.rows.length, 0),
      lines: await countFilledLines(statements, ids),
      answers: 0,
    }
    if (erasure !== undefined && counts.submissions + counts.rows > 0) {
      await requireKey(statements)
      await eraseTrips(statements, key, free, erasure.now)
      await statements.query(
        `DELETE FROM run_claims WHERE run_id IN (SELECT id FROM runs WHERE ${store.dialect.isRunOver})`,
      )
      const { submissions, rows, lines } = counts
      await noteErasure(statements, `${submissions} requests, ${rows} rows and ${lines} lines of the log`, erasure)
    }
    return {
      ...counts,
      open: await nameOpen(statements, held.slice(0, mostNamed)),
      openCount: held.reduce((count, trip) => count + trip.open.length + listHeld(trip).length, 0),
      openPeople: new Set(held.flatMap(({ person }) => person ?? [])).size,
    }
  }

  /** In the log; and what was erased may still be on the disk. */
  async function noteErasure(statements: Reader, what: string, { reason, by, now }: Erasure): Promise<void> {
    await markUnscrubbed(statements)
    const detail = `${what} were emptied by ${by}${reason === '' ? '' : `: ${reason}`}`
    await appendNotes(statements, [{ operation: 'forget', at: now, outcome: 'forgotten', detail }])
  }

  /** The first forgetting records the key; of two at a time the second finds the first's. */
  async function requireKey(statements: Reader): Promise<void> {
    const known = await readFingerprint(statements)
    if (known === undefined) {
      const text = 'INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING'
      await statements.query(text, [fingerprintKey, key.create()])
    }
    key.require(known ?? (await readFingerprint(statements)) ?? '')
  }

  async function nameOpen(statements: Reader, held: readonly ResolvedTrip[]): Promise<OpenTrip[]> {
    const named: OpenTrip[] = []
    const findPlace = async (condition: string, values: readonly number[]): Promise<FoundPlace | undefined> => {
      const select = `SELECT file, name AS sheet, row_number AS "rowNumber", COALESCE(held, state) AS state, identifier,
              CASE WHEN ${awaitsRelease('runs')} THEN runs.id END AS "waitsIn"
         FROM rows JOIN runs ON runs.id = rows.run_id
         JOIN run_sheets ON run_sheets.run_id = rows.run_id AND position = rows.sheet
         LEFT JOIN submissions ON submissions.id = submission_id
        WHERE ${condition} ORDER BY CASE WHEN ${awaitsRelease('runs')} THEN 0 ELSE 1 END, rows.run_id DESC, seq LIMIT 1`
      const [found] = await statements.query<FoundPlace>(select, values)
      return found
    }
    for (const trip of held) {
      const { person, open } = trip
      for (const { id, state, identifier } of open.slice(0, mostNamed)) {
        named.push({ ...(await findPlace('submission_id = $1', [id])), person, state, identifier })
      }
      for (const { runId, seq } of listHeld(trip).slice(0, mostNamed)) {
        const place = await findPlace('rows.run_id = $1 AND seq = $2', [runId, seq])
        if (place !== undefined) named.push({ ...place, person })
      }
    }
    return named
  }

  const countOf = `${countForgotten} AND (CAST($1 AS bigint) IS NULL
     OR (operation, target_id) = (SELECT operation, target_id FROM runs WHERE id = $1))`
  const countForgottenRows = `SELECT COUNT(*) AS count FROM rows JOIN submissions ON submissions.id = submission_id
    WHERE run_id = $1 AND held IS NULL AND forgotten_at IS NOT NULL`
  return {
    /** For each ID, how travellers that the ledger knows are spelled whose IDs fold to the same; none for a stranger. */
    spellings: createSpellingFinder(store),
    /**
     * Before a sheet is read: only with the key, rows are compared with what was forgotten.
     * @throws BatchError `configuration` when trips were forgotten and their key is missing or another one.
     */
    async requireKey() {
      const fingerprint = await readFingerprint(store)
      if (fingerprint === undefined) return
      await key.load()
      key.require(fingerprint)
    },
    /** Number of forgotten submissions; of a run: those of its operation and target. */
    count: (runId?: number) => readCount(store, countOf, [runId ?? null]),
    /** Rows of a run that stand for forgotten trips. */
    countRows: (runId: number) => readCount(store, countForgottenRows, [runId]),
    /** The effect of `erase`; changes nothing, but that it drops runs that nobody can release any more, as `erase` does. */
    survey: (choice: ForgetChoice) => forget(choice, undefined),
    /** In parts, each durable and logged; the same call again continues. */
    erase: (choice: ForgetChoice, erasure: Erasure) => forget(choice, erasure),
    /** Overwrites what the erasure left on the disk. False while other processes have the ledger: call it again. */
    async scrub() {
      const due = await store.query('SELECT 1 FROM meta WHERE key = $1', [unscrubbedKey])
      if (due.length === 0) return true
      if (!(await overwriteFreeSpace())) return false
      await store.query('DELETE FROM meta WHERE key = $1', [unscrubbedKey])
      return true
    },
  }
}

type FoundPlace = Omit<OpenTrip, 'person'>

/** Rows of runs that go on or wait, but of requests that are open themselves. */
function listHeld({ open, beingRead }: ResolvedTrip): FoundRow[] {
  const ids = new Set(open.map(({ id }) => id))
  return beingRead.filter(({ submissionId }) => !ids.has(submissionId ?? -1))
}

const noCounts = { people: 0, submissions: 0, rows: 0, lines: 0, answers: 0, openCount: 0, openPeople: 0 }

export function emptySurvey(): ForgetSurvey {
  return { ...noCounts, open: [] }
}

export function addSurvey(sum: ForgetSurvey, part: ForgetSurvey): void {
  sum.open = [...sum.open, ...part.open].slice(0, mostNamed)
  for (const name of Object.keys(noCounts) as (keyof typeof noCounts)[]) sum[name] += part[name]
}
