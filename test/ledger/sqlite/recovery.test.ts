import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { interruptedReason, openLedger } from '../../rooms/ledger/sqlite.ts'
import { openDatabase } from '../../rooms/support.ts'
import {
  createWorkspace,
  drive,
  load,
  type SentTo,
  sendAll,
  startOfTest,
  stillClock,
  submissionsOf,
  trip,
} from '../workspace.ts'

const states: readonly SentTo[] = ['ready', 'sending', 'accepted', 'pending', 'done', 'rejected', 'failed', 'unknown']

/** The files as they are at this moment, which is what a killed process leaves behind. */
function takeCrashImage(file: string, folder: string): string {
  const image = join(folder, 'image.sqlite')
  copyFileSync(file, image)
  copyFileSync(`${file}-wal`, `${image}-wal`)
  return image
}

describe('opening a ledger whose process died', () => {
  it('finds everything that was durable, and turns only `sending` into `unknown`, once, in the log', async () => {
    const workspace = createWorkspace()
    const ledger = workspace.open()
    const run = await load(
      ledger,
      states.map((state) => trip(`E1 ${state} Spain`)),
    )
    const ids = (await submissionsOf(ledger, run)).map((id) => id ?? Number.NaN)
    for (const [index, state] of states.entries()) await drive(ledger, ids[index] ?? Number.NaN, state)

    const file = takeCrashImage(workspace.file, workspace.folder)
    const options = { file, clock: stillClock, onSpill() {}, ballastMegabytes: 0 }
    const recovered = openLedger(options)
    expect(recovered.recovered).toBe(1)
    expect(await Promise.all(ids.map(async (id) => (await recovered.submissions.get(id))?.state))).toEqual(
      states.map((state) => (state === 'sending' ? 'unknown' : state)),
    )
    const inDoubt = ids[states.indexOf('sending')] ?? Number.NaN
    expect(await recovered.submissions.get(inDoubt)).toMatchObject({ problem: interruptedReason, sentAt: startOfTest })
    expect(await recovered.attempts.of(inDoubt)).toMatchObject([
      { operation: 'recover', outcome: 'unknown', sentAt: startOfTest, answeredAt: undefined },
    ])
    recovered.close()

    const again = openLedger(options)
    expect([again.recovered, (await again.attempts.of(inDoubt)).length]).toEqual([0, 1])
    again.close()
  })

  it('is refused where a bit has changed in an index, or in what it points to', async () => {
    const workspace = createWorkspace()
    const ledger = workspace.open()
    await sendAll(ledger, await load(ledger, [trip('E1 March Spain')]))
    const db = openDatabase(workspace.file)
    const identifier = db.prepare<[], string>('SELECT identifier FROM submissions').pluck().get() ?? ''
    db.exec('PRAGMA wal_checkpoint')
    db.close()
    const whole = readFileSync(workspace.file)
    const refusals = new Set<number>()
    for (let at = whole.indexOf(identifier); at >= 0; at = whole.indexOf(identifier, at + 1)) {
      const image = join(workspace.folder, `flipped-${at}.sqlite`)
      writeFileSync(
        image,
        whole.map((byte, place) => (place === at ? byte ^ 1 : byte)),
      )
      try {
        await openLedger({ file: image, clock: stillClock, onSpill() {}, ballastMegabytes: 0 }).close()
      } catch (error) {
        expect(error).toMatchObject({ message: expect.stringContaining('its tables and indexes do not match') })
        refusals.add(at)
      }
    }
    // In the table, and in the index.
    expect(refusals.size).toBeGreaterThanOrEqual(2)
  })
})
