import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Ledger, ledgerAt } from '../rooms/ledger.ts'
import { findTexts } from '../support/planted.ts'
import { hasOwnPostgres, useOwnPostgres } from '../support/postgres.ts'
import { ask } from './postgres/database.ts'
import {
  createFolder,
  drive,
  load,
  readCells,
  sendAll,
  startOfTest,
  stillClock,
  submissionsOf,
  trip,
} from './workspace.ts'

const now = startOfTest
const sealing = {
  by: { id: 'C-001', key: 'c001' },
  now,
  until: now + 1e9,
  how: '{"loaded":{}}',
  statement: '{}',
  lines: [],
}
const second = { by: { id: 'M-2', key: 'm2' }, statement: '{}' }
const planted = ['planted-in-dropped', 'planted-in-released', 'Planted-person']

function planning(text: string) {
  const content = trip('Planted-person March Spain')
  return content.kind === 'request'
    ? [{ ...content, request: { ...content.request, json: JSON.stringify({ text }) } }]
    : []
}

/** `look`: what the files of the ledger have of the planted texts. */
async function forgetPlanned(address: string, look: () => Promise<string[]>): Promise<void> {
  const key = join(createFolder(), 'forget.key')
  const open = async (): Promise<Ledger> => {
    const ledger = await ledgerAt(address, {}).open({ clock: stillClock, onSpill() {}, findForgetKey: () => key })
    onTestFinished(() => ledger.close())
    return ledger
  }
  const ledger = await open()
  const [id = 0] = await submissionsOf(ledger, await load(ledger, [trip('Planted-person March Spain')]))
  await drive(ledger, id, 'rejected')
  const dropped = await load(ledger, planning('planted-in-dropped'), { waits: true, file: '/a.csv' })
  await ledger.waiting.seal(dropped, sealing)
  const released = await load(ledger, planning('planted-in-released'), { waits: true, file: '/b.csv' })
  await ledger.waiting.seal(released, sealing)
  await ledger.close()
  expect(await look()).toEqual(planted)

  const reopened = await open()
  await reopened.waiting.drop(dropped, { now, ending: 'no' })
  await reopened.waiting.release(released, { now, second })
  expect(await sendAll(reopened, released)).toEqual(['planted-in-released'])
  await reopened.runs.end(released, { now, ending: 'done', output: undefined })
  const erasure = { reason: '', by: 'ann@laptop', now }
  const people = { people: ['Planted-person'], readCells }
  expect(await reopened.forgetting.erase(people, erasure)).toMatchObject({ submissions: 1, openCount: 0 })
  expect(await reopened.forgetting.scrub()).toBe(true)
  await reopened.close()
  expect(await look()).toEqual([])
}

/** Each text once, in any file of a folder. */
const findPlanted = (folder: string): string[] => planted.filter((text) => findTexts(folder, [text]).length > 0)

describe('what a run had planned for a person is nowhere once the person was forgotten', () => {
  it('in the files of a ledger', async () => {
    const folder = createFolder()
    await forgetPlanned(join(folder, 'ledger.sqlite'), async () => findPlanted(folder))
  })

  describe.skipIf(!hasOwnPostgres)('in a database', () => {
    const server = useOwnPostgres()

    it('in the files of its tables', async () => {
      const address = server.address()
      await forgetPlanned(address, async () => {
        await ask(address, 'CHECKPOINT')
        const [found] = await ask<{ folder: string }>(address, `SELECT current_setting('data_directory') AS folder`)
        return findPlanted(join(found?.folder ?? '', 'base'))
      })
    })
  })
})
