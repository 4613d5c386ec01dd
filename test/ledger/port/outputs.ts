import { describe, expect, it } from 'vitest'
import type { Ledger, LedgerStore } from '../../rooms/ledger.ts'
import { type LoadChoices, load, trip } from '../workspace.ts'
import { openNew } from './suite.ts'

const file = '/output/trips.assessed.xlsx'
const emea = [trip('E1 March Spain'), trip('E2 March Italy')]
const amer = [trip('A1 March Chile'), trip('A2 March Peru')]

async function write(ledger: Ledger, run: number, digest = 'd1', at = file): Promise<void> {
  await ledger.outputs.announce(run, { file: at, asked: file, digest })
  await ledger.outputs.confirm(at, digest)
}

/** What every ledger promises of it; `createStore` makes an empty one. */
export function describeOutputs(name: string, createStore: () => LedgerStore): void {
  describe(`outputs of ${name}`, () => {
    describe('an output', () => {
      it.each<[string, LoadChoices, boolean]>([
        ['the same input again', {}, false],
        ['the input under another name', { file: '/renamed.xlsx' }, false],
        ['another sheet of it', { sheets: ['AMER'] }, true],
        ['one sheet more', { sheets: ['EMEA', 'AMER'] }, true],
        ['another company', { company: 'acme' }, true],
      ])('of a run is that of somebody else for %s: %o', async (_, choices, isOther) => {
        const ledger = await openNew(createStore)
        await write(ledger, await load(ledger, emea, { file: '/trips.xlsx', sheets: ['EMEA'] }))
        const contents = choices.sheets === undefined ? emea : choices.sheets.length > 1 ? [...emea, ...amer] : amer
        const run = await load(ledger, contents, { file: '/trips.xlsx', sheets: ['EMEA'], ...choices })
        const owner = await ledger.outputs.findOtherOwner(file, run)
        expect(owner?.sheets).toEqual(isOther ? ['EMEA'] : undefined)
      })

      it('is found again by whoever wrote it, under whatever name it was asked for', async () => {
        const ledger = await openNew(createStore)
        const first = await load(ledger, emea, { sheets: ['EMEA'] })
        const second = await load(ledger, amer, { sheets: ['AMER'] })
        await write(ledger, first)
        await write(ledger, second, 'd2', '/output/trips.AMER.assessed.xlsx')
        const again = await load(ledger, amer, { sheets: ['AMER'] })
        expect(await ledger.outputs.listOwn(file, again)).toEqual(['/output/trips.AMER.assessed.xlsx'])
        const target = await ledger.targets.find('https://example.test/version-test', 'default')
        expect(await ledger.outputs.listAsked(file, 'assess', target.id)).toHaveLength(2)
        expect(await ledger.outputs.listAsked(file, 'decide', target.id)).toEqual([])
      })

      it('is known as it stood before until the new one stands there, and then no more', async () => {
        const ledger = await openNew(createStore)
        const run = await load(ledger, emea)
        await write(ledger, run, 'old')
        await ledger.outputs.announce(run, { file, asked: file, digest: 'new' })
        const known = async (): Promise<string[]> => (await ledger.outputs.digestsOf(file)).toSorted()
        expect(await known()).toEqual(['new', 'old'])
        await ledger.outputs.confirm(file, 'new')
        expect(await known()).toEqual(['new'])
        await ledger.outputs.recordBackup(run, file, 'edited')
        expect(await known()).toEqual(['edited', 'new'])
        expect(await ledger.outputs.digestsOf('/elsewhere.xlsx')).toEqual([])
      })
    })
  })
}
