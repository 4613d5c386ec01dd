import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { initLedger, type Ledger, ledgerAt } from '../../rooms/ledger.ts'
import { hasOwnPostgres, useOwnPostgres } from '../../support/postgres.ts'
import { createFolder, load, readCells, sendAll, startOfTest, statesOf, stillClock, trip } from '../workspace.ts'
import { ask } from './database.ts'

describe.skipIf(!hasOwnPostgres)('forgetting beside colleagues', () => {
  const server = useOwnPostgres()

  async function openAt(address: string, key: string): Promise<Ledger> {
    const ledger = await ledgerAt(address, {}).open({ clock: stillClock, onSpill() {}, findForgetKey: () => key })
    onTestFinished(() => ledger.close())
    return ledger
  }

  it('while they hand in the same sheets again and again, creates nothing a second time, and lets them go on', async () => {
    const [address, key] = [server.address(), join(createFolder(), 'forget.key')]
    const [ann, ben] = [await openAt(address, key), await openAt(address, key)]
    const persons = Array.from({ length: 12 }, (_, index) => `E${index}`)
    const sheet = persons.flatMap((person) => [trip(`${person} March Spain`), trip(`${person} May Peru`)])
    const first = await load(ann, sheet, { file: '/first.csv' })
    expect(await sendAll(ann, first)).toHaveLength(24)
    await ann.runs.end(first, { now: startOfTest, ending: 'done', output: undefined })
    const sent: string[] = []
    const handIn = async (): Promise<void> => {
      for (let round = 0; round < 12; round += 1) {
        const run = await load(ann, sheet, { file: `/again-${round}.csv`, pageSize: 5 })
        sent.push(...(await sendAll(ann, run)))
        expect(await statesOf(ann, run)).toEqual(sheet.map(() => 'done'))
        await ann.runs.end(run, { now: startOfTest, ending: 'done', output: undefined })
      }
    }
    const forget = async (): Promise<void> => {
      for (const person of persons) {
        await ben.forgetting.erase({ people: [person], readCells }, { reason: '', by: 'ben@desk', now: startOfTest })
      }
    }
    await Promise.all([handIn(), forget()])
    expect(sent).toEqual([])
    expect(await ask(address, 'SELECT COUNT(*)::int AS count FROM submissions')).toEqual([{ count: 24 }])
    expect(
      await ben.forgetting.erase({ people: persons, readCells }, { reason: '', by: 'ben@desk', now: startOfTest }),
    ).toMatchObject({
      openCount: 0,
    })
    expect(await ben.forgetting.count()).toBe(24)
  })

  it('is for the owner of the ledger: a sender is refused, and changes nothing', async () => {
    const [address, key] = [server.address(), join(createFolder(), 'forget.key')]
    await initLedger(address, {}, { clock: stillClock })
    await ask(address, 'CREATE ROLE sending_only LOGIN; GRANT rwa_user TO sending_only')
    const sender = await openAt(address.replace(/\/\/[^@]*@/, '//sending_only@'), key)
    const run = await load(sender, [trip('E1 March Spain')])
    await sendAll(sender, run)
    await sender.runs.end(run, { now: startOfTest, ending: 'done', output: undefined })
    expect(await sender.forgetting.survey({ people: ['E1'], readCells })).toMatchObject({ submissions: 1 })
    const erasure = { reason: '', by: 'ann@desk', now: startOfTest }
    await expect(sender.forgetting.erase({ people: ['E1'], readCells }, erasure)).rejects.toMatchObject({
      code: 'configuration',
    })
    expect(await sender.forgetting.count()).toBe(0)
    const owner = await openAt(address, key)
    expect(await owner.forgetting.erase({ people: ['E1'], readCells }, erasure)).toMatchObject({ submissions: 1 })
  })
})
