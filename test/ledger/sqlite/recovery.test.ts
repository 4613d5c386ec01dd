import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openLedger } from '../../../src/ledger/sqlite/open.ts'
import { interruptedReason } from '../../../src/ledger/sqlite/recovery.ts'
import {
  createWorkspace,
  drive,
  load,
  type SentTo,
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
})
