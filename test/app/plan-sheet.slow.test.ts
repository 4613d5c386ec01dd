import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ask } from '../ledger/postgres/database.ts'
import { countTuplesRead, createLoneAddress } from '../ledger/postgres/tuples-read.ts'
import { createFolder, stillClock } from '../ledger/workspace.ts'
import { planSheet, reachService, toBatchOptions, toEvidencePolicy } from '../rooms/app.ts'
import { Token } from '../rooms/client.ts'
import { ledgerAt } from '../rooms/ledger.ts'
import { assess } from '../rooms/operations.ts'
import { processTag } from '../rooms/sheet/writing.ts'
import { silentLogger } from '../rooms/support.ts'
import { fillWithColleagues } from '../support/colleagues.mjs'
import { noSurroundings } from '../support/host.ts'
import { hasPostgres, usePostgres } from '../support/postgres.ts'
import { scale } from '../support/scale.ts'
import { toCsv, trips } from '../support/trips.ts'

const others = scale({ full: 1_000_000, short: 100_000 })
const rows = scale({ full: 5_000, short: 1_000 })
const baseUrl = 'https://service.example'
describe.skipIf(!hasPostgres)('a plan on a ledger of a team', () => {
  const server = usePostgres()

  /** What a plan would send, whether its files tell of a colleague, and how many tuples the database read for it. */
  async function plan(ledger: string): Promise<{ toSend: number; hasColleagues: boolean; tuplesRead: number }> {
    const folder = createFolder()
    const input = join(folder, 'trips.csv')
    writeFileSync(input, toCsv(trips(rows)))
    const settings = {
      ledger,
      surroundings: noSurroundings,
      company: 'default',
      newLedger: false,
      ephemeralLedger: false,
      destination: reachService(baseUrl, new Token('secret-token')),
      policy: toEvidencePolicy({}),
    }
    let [toSend, hasColleagues] = [0, false]
    const tuplesRead = await countTuplesRead(ledger, async () => {
      const look = (): void => {
        // The scratch files of this process.
        const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(`rwa-batch-${processTag}-`))
        expect(folders).not.toEqual([])
        for (const folder of folders.map((name) => join(tmpdir(), name))) {
          for (const name of readdirSync(folder)) {
            hasColleagues ||= readFileSync(join(folder, name)).includes('Colleague-')
          }
        }
      }
      const cleaningUp = <Result>(cleanUp: () => void, run: () => Promise<Result>): Promise<Result> =>
        run().finally(look).finally(cleanUp)
      const ports = { logger: silentLogger, cleaningUp }
      const { sending } = await planSheet(assess, toBatchOptions(assess, { input }), settings, ports)
      toSend = sending.toSend
    })
    return { toSend, hasColleagues, tuplesRead }
  }

  it(`of ${rows} rows reads no more for what colleagues have sent, and keeps none of it`, async () => {
    const [empty, full] = [await createLoneAddress(server), await createLoneAddress(server)]
    for (const address of [empty, full]) {
      const ledger = await ledgerAt(address, {}).open({ clock: stillClock, onSpill() {} })
      onTestFinished(() => ledger.close())
      await ledger.close()
    }
    for (const text of fillWithColleagues(others, baseUrl)) await ask(full, text)
    const [alone, among] = [await plan(empty), await plan(full)]
    expect([alone.toSend, among.toSend]).toEqual([rows, rows])
    expect(among.hasColleagues).toBe(false)
    expect(among.tuplesRead).toBeLessThan(alone.tuplesRead + rows)
  })
})
