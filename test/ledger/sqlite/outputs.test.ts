import { describe, expect, it } from 'vitest'
import type { Ledger } from '../../../src/ledger/port.ts'
import { createWorkspace, type LoadChoices, load, trip } from '../workspace.ts'

const file = '/output/trips.assessed.xlsx'
const emea = [trip('E1 March Spain'), trip('E2 March Italy')]
const amer = [trip('A1 March Chile'), trip('A2 March Peru')]

function write(ledger: Ledger, run: number, digest = 'd1', at = file): void {
  ledger.outputs.announce(run, { file: at, asked: file, digest })
  ledger.outputs.settle(at, digest)
}

describe('an output', () => {
  it.each<[string, LoadChoices, boolean]>([
    ['the same input again', {}, false],
    ['the input under another name', { file: '/renamed.xlsx' }, false],
    ['another sheet of it', { sheets: ['AMER'] }, true],
    ['one sheet more', { sheets: ['EMEA', 'AMER'] }, true],
    ['another company', { company: 'acme' }, true],
  ])('of a run is that of somebody else for %s: %o', (_, choices, isOther) => {
    const ledger = createWorkspace().open()
    write(ledger, load(ledger, emea, { file: '/trips.xlsx', sheets: ['EMEA'] }))
    const contents = choices.sheets === undefined ? emea : choices.sheets.length > 1 ? [...emea, ...amer] : amer
    const run = load(ledger, contents, { file: '/trips.xlsx', sheets: ['EMEA'], ...choices })
    const owner = ledger.outputs.findOtherOwner(file, run)
    expect(owner?.sheets).toEqual(isOther ? ['EMEA'] : undefined)
  })

  it('is found again by whoever wrote it, under whatever name it was asked for', () => {
    const ledger = createWorkspace().open()
    const first = load(ledger, emea, { sheets: ['EMEA'] })
    const second = load(ledger, amer, { sheets: ['AMER'] })
    write(ledger, first)
    write(ledger, second, 'd2', '/output/trips.AMER.assessed.xlsx')
    const again = load(ledger, amer, { sheets: ['AMER'] })
    expect(ledger.outputs.listOwn(file, again)).toEqual(['/output/trips.AMER.assessed.xlsx'])
    const target = ledger.targets.find('https://example.test/version-test', 'default')
    expect(ledger.outputs.listAsked(file, 'assess', target.id)).toHaveLength(2)
    expect(ledger.outputs.listAsked(file, 'decide', target.id)).toEqual([])
  })

  it('is known as it stood before until the new one stands there, and then no more', () => {
    const ledger = createWorkspace().open()
    const run = load(ledger, emea)
    write(ledger, run, 'old')
    ledger.outputs.announce(run, { file, asked: file, digest: 'new' })
    const known = () => ['old', 'new', 'edited'].filter((digest) => ledger.outputs.isKnown(file, digest))
    expect(known()).toEqual(['old', 'new'])
    ledger.outputs.settle(file, 'new')
    expect(known()).toEqual(['new'])
    ledger.outputs.noteKept(run, file, 'edited')
    expect(known()).toEqual(['new', 'edited'])
  })
})
