import { findRegisterFile, type HostEnvironment } from '../../ledger/ledger-location.ts'
import { explainRollback, type LedgerLine, type LedgerWatermark } from '../../ledger/port/watermark.ts'
import type { Ledger, LedgerStore } from '../../ledger/port.ts'
import { UserRegister } from '../../ledger/user-register.ts'
import { find } from '../../messages/catalogue.ts'
import { type Clock, toIsoTime } from '../../support/clock.ts'
import { BatchError, messageOf } from '../../support/errors.ts'
import type { Logger } from '../../support/logger.ts'

/** Interval of the records for an open ledger. A copy from before the last record is detected. */
const recordEveryMs = 5_000

/** Undefined where the system has no folder for it. */
export function openRegister(surroundings: HostEnvironment): UserRegister | undefined {
  const file = findRegisterFile(surroundings)
  return file === undefined ? undefined : new UserRegister(file)
}

/**
 * `folders`: of the run's input and output. A workbook there stays where ledger and register are put back together.
 * @throws BatchError `ledger` when the user's register or a workbook knows more of it: it may lack submissions.
 */
export async function requireNotRolledBack(
  store: LedgerStore,
  known: UserRegister | undefined,
  folders: readonly string[] = [],
): Promise<void> {
  const [seen, shown] = [known?.ledgers() ?? [], await readWorkbooks(folders)]
  if (seen.length + shown.length === 0) return
  await store.readWatermark(async ({ watermark, digestsAt, acceptedAt }) => {
    const isOfIt = ({ ledgerId }: { ledgerId: string }): boolean => ledgerId === watermark.ledgerId
    async function explainLoss(before: LedgerWatermark, witness: string): Promise<void> {
      const loss = explainRollback(before, watermark, await digestsAt(before))
      if (loss === undefined) return
      throw new BatchError('ledger', find('ledger-rolled-back', { name: store.name, loss: `${loss} (${witness})` }))
    }
    const before = seen.find(({ sight }) => isOfIt(sight))
    if (before !== undefined) await explainLoss(before.sight, `seen ${toIsoTime(before.seenAt)}`)
    const since = shown.some(isOfIt) ? await acceptedAt() : undefined
    for (const { file, at, ...attempt } of shown.filter(isOfIt)) {
      const sight = { ...watermark, opening: { number: 0, digest: '' }, attempt }
      if (since === undefined || at > since) await explainLoss(sight, `${file} knows them`)
    }
  })
}

/** What reads sheets is loaded for those who have one. */
async function readWorkbooks(folders: readonly string[]): Promise<readonly (LedgerLine & { file: string })[]> {
  if (folders.length === 0) return []
  const { findWatermarks } = await import('../../pipeline/earlier-output/ledger-watermark.ts')
  return findWatermarks(folders)
}

/** Undefined while the ledger does not exist. */
export function findIdOf(store: LedgerStore): Promise<string | undefined> {
  return store.readWatermark(async ({ watermark }) => watermark.ledgerId)
}

/** Records the last lines of an open ledger now, every few seconds if they changed, and before it closes. */
export async function trackLedger(
  store: LedgerStore,
  ledger: Ledger,
  known: UserRegister | undefined,
  { clock, logger }: { clock: Clock; logger: Logger },
): Promise<Ledger> {
  if (known === undefined) return ledger
  let isWarned = false
  let recorded: string | undefined
  let closing: Promise<void> | undefined
  async function track(): Promise<void> {
    try {
      recorded = await recordSight(store, known, clock, closing === undefined ? recorded : undefined)
    } catch (error) {
      if (!isWarned) logger.warn(describeRegisterFailure(error))
      isWarned = true
    }
  }
  await track()
  let recording: Promise<void> | undefined
  const timer = setInterval(() => {
    recording ??= track().finally(() => {
      recording = undefined
    })
  }, recordEveryMs).unref()
  async function close(): Promise<void> {
    clearInterval(timer)
    try {
      await ledger.flush()
      await recording
      await track()
    } finally {
      await ledger.close()
    }
  }
  return { ...ledger, close: () => (closing ??= close()) }
}

/**
 * Returns what is recorded now; `recorded` is not written again. A ledger that cannot be read reports that itself.
 * @throws for a register that cannot be written.
 */
export async function recordSight(
  store: LedgerStore,
  known: UserRegister | undefined,
  clock: Clock,
  recorded?: string,
): Promise<string | undefined> {
  const sight = await store.readWatermark(async ({ watermark }) => watermark).catch(() => undefined)
  const text = JSON.stringify(sight)
  if (sight === undefined || text === recorded) return recorded
  known?.recordLedger({ name: store.name, sight, seenAt: clock.now() })
  return text
}

/** Results are safe in the ledger; only a later rollback may go undetected. */
export function describeRegisterFailure(error: unknown): string {
  return `${messageOf(error)}: a ledger that is restored from a copy, or replaced, may go undetected`
}
